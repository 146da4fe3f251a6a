import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import type { SettingsFlow, UiNode } from '@ory/client';
import { anchorOf } from '../../../shared/flow/anchorOf.ts';
import { isButton } from '../../../shared/flow/inputAttributes.ts';
import * as nodeGroup from '../../../shared/flow/nodeGroup.ts';
import { FlowForm } from '../../flow/FlowForm.tsx';
import { primarySubmit } from '../../flow/model/primarySubmit.ts';
import type { Section } from '../../flow/model/sections.ts';
import { isRemoval } from './removal.ts';
import { sectionText } from './sectionText.ts';
import { enrolmentIn, TotpSetup } from './TotpSetup.tsx';
import { UnverifiedAddresses } from './UnverifiedAddresses.tsx';

const isMain = (node: UiNode): boolean => isButton(node) && !isRemoval(node);

/** A section's primary button: the one that Enter presses, else the first that adds something. None is social. */
const mainButton = (section: Section): UiNode | undefined =>
  section.id === nodeGroup.oidc
    ? undefined
    : (primarySubmit(section) ?? section.parts.flatMap(({ nodes }) => nodes).find(isMain));

interface MethodFormProps {
  section: Section;
  /** The user's own, as far as the flow has it. */
  identity: SettingsFlow['identity'];
}

/** The form of one method, in its section of the settings. */
export function MethodForm({ section, identity }: MethodFormProps): ReactNode {
  const intl = useIntl();
  const { id } = section;
  const enrolment = id === nodeGroup.totp ? enrolmentIn(section) : undefined;
  const saveText = `settings.${id}.save`;
  return (
    <>
      {id === nodeGroup.profile && <UnverifiedAddresses identity={identity} />}
      <FlowForm
        section={section}
        name={sectionText(intl, id, 'nav')}
        saveText={saveText in intl.messages ? intl.formatMessage({ id: saveText }) : undefined}
        anchor={anchorOf(id)}
        submitOnEnter={primarySubmit(section) !== undefined}
        emphasised={mainButton(section)}
      >
        {enrolment && <TotpSetup {...enrolment} />}
      </FlowForm>
    </>
  );
}
