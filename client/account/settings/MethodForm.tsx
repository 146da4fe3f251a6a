import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { SettingsFlow, UiNode } from '@ory/client';
import { anchorOf } from '../../../shared/flow/methods.ts';
import { inputAttributes, isButton } from '../../../shared/flow/inputAttributes.ts';
import { changesSaved } from '../../../shared/flow/messageId.ts';
import * as nodeGroup from '../../../shared/flow/nodeGroup.ts';
import * as nodeName from '../../../shared/flow/nodeName.ts';
import { useFlowContext } from '../../flow/FlowContext.ts';
import { FlowForm } from '../../flow/FlowForm.tsx';
import { primarySubmit } from '../../flow/model/buttons.ts';
import type { Section } from '../../flow/model/sections.ts';
import { isRemoval } from './removal.ts';
import { SectionMessages } from './section/SectionMessages.tsx';
import { sectionText } from './navigation/sectionText.ts';
import { AtTarget } from './section/AtTarget.tsx';
import { enrolmentIn, TotpSetup } from './authenticator/TotpSetup.tsx';
import { NewCodes } from './backupCodes/NewCodes.tsx';
import { ProfileFields } from './profile/ProfileFields.tsx';
import { UnverifiedAddresses } from './profile/UnverifiedAddresses.tsx';
import styles from './SettingsView.module.css';

const isMain = (node: UiNode): boolean => isButton(node) && !isRemoval(node);

/**
 * Returns a section's primary button: the one that Enter presses, otherwise the first that adds something. Never a
 * social one.
 */
const mainButton = (section: Section): UiNode | undefined =>
  section.id === nodeGroup.oidc
    ? undefined
    : (primarySubmit(section) ?? section.parts.flatMap(({ nodes }) => nodes).find(isMain));

/** The methods whose every change signs the user out everywhere else; the password's hint says so itself. */
const endsOthers = new Set<string>([
  nodeGroup.oidc,
  nodeGroup.lookupSecret,
  nodeGroup.webauthn,
  nodeGroup.totp,
]);

interface MethodFormProps {
  section: Section;
  flow: SettingsFlow;
  /** Whether addresses cannot be verified, because the provider's verification is turned off. */
  verificationOff: boolean | undefined;
  /** Whether a linked account is the only way to sign in: Kratos then does not list it. */
  isLastSocial?: boolean;
}

/** The form of one method, in its section of the settings. */
export function MethodForm({ section, flow, isLastSocial, verificationOff }: MethodFormProps): ReactNode {
  const intl = useIntl();
  const { answers, now } = useFlowContext();
  const { id, parts } = section;
  const nodes = parts.flatMap((part) => part.nodes);
  const awaitsConfirmation = nodes.some(
    (node) => inputAttributes(node)?.name === nodeName.confirmLookupSecrets,
  );
  const messages = (flow.ui.messages ?? []).filter((message) => message.id !== changesSaved);
  const enrolment = id === nodeGroup.totp ? enrolmentIn(section) : undefined;
  const content = enrolment ? (
    <TotpSetup {...enrolment} />
  ) : awaitsConfirmation ? (
    <NewCodes nodes={nodes} />
  ) : id === nodeGroup.profile ? (
    <ProfileFields nodes={nodes} />
  ) : undefined;
  const hint = `settings.${id}.hint`;
  const saveText = `settings.${id}.save`;
  return (
    <>
      {answers === 0 && messages.length > 0 && (
        <AtTarget>
          <SectionMessages messages={messages} now={now} />
        </AtTarget>
      )}
      {hint in intl.messages && !awaitsConfirmation && nodes.some(isMain) && (
        <p className={styles.hint}>
          <FormattedMessage id={hint} />
        </p>
      )}
      {awaitsConfirmation && (
        <p className={styles.first}>
          <FormattedMessage id="settings.lookup_secret.confirmFirst" />
        </p>
      )}
      {isLastSocial && (
        <p className={styles.hint}>
          <FormattedMessage id="settings.oidc.last" />
        </p>
      )}
      {endsOthers.has(id) && !awaitsConfirmation && (
        <p className={styles.hint}>
          <FormattedMessage id="settings.signsOut" />
        </p>
      )}
      {id === nodeGroup.profile && !verificationOff && <UnverifiedAddresses identity={flow.identity} />}
      <FlowForm
        section={section}
        name={sectionText(intl, id, 'nav')}
        saveText={saveText in intl.messages ? intl.formatMessage({ id: saveText }) : undefined}
        anchor={anchorOf(id)}
        submitOnEnter={primarySubmit(section) !== undefined}
        emphasised={mainButton(section)}
      >
        {content}
      </FlowForm>
    </>
  );
}
