import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { UiNode } from '@ory/client';
import { anchorOf, isSocial } from '../../../shared/flow/methods.ts';
import { isButton } from '../../../shared/flow/inputAttributes.ts';
import { changesSaved } from '../../../shared/flow/messageId.ts';
import { useFlowContext } from '../../flow/FlowContext.ts';
import { FlowForm } from '../../flow/FlowForm.tsx';
import { primarySubmit } from '../../flow/model/buttons.ts';
import { nodesOf, type Form } from '../../flow/model/forms.ts';
import { isConfirmation } from './backupCodes/NewCodes.tsx';
import { isRemoval, methodSectionOf } from './methodSections.tsx';
import { sectionText } from './navigation/sectionText.ts';
import type { AccountState } from './overview/overview.ts';
import { AtTarget } from './section/AtTarget.tsx';
import styles from './section/Hint.module.css';
import { SectionMessages } from './section/SectionMessages.tsx';

const isMain = (node: UiNode): boolean => isButton(node) && !isRemoval(node);

/**
 * Returns a section's primary button: the one that Enter presses, otherwise the first that adds something. Never a
 * social one.
 */
const mainButton = (section: Form): UiNode | undefined =>
  isSocial(section.id) ? undefined : (primarySubmit(section) ?? nodesOf(section).find(isMain));

interface MethodFormProps {
  section: Form;
  account: AccountState;
}

/** The form of one method, in its section of the settings. */
export function MethodForm({ section, account }: MethodFormProps): ReactNode {
  const intl = useIntl();
  const { answers, now } = useFlowContext();
  const { id } = section;
  const { hint, note, save, above, body } = methodSectionOf(id);
  const nodes = nodesOf(section);
  const awaitsConfirmation = nodes.some(isConfirmation);
  const messages = (account.flow.ui.messages ?? []).filter((message) => message.id !== changesSaved);
  return (
    <>
      {answers === 0 && messages.length > 0 && (
        <AtTarget>
          <SectionMessages messages={messages} now={now} />
        </AtTarget>
      )}
      {hint && !awaitsConfirmation && nodes.some(isMain) && (
        <p className={styles.hint}>
          <FormattedMessage id={hint} />
        </p>
      )}
      {awaitsConfirmation && (
        <p className={styles.first}>
          <FormattedMessage id="settings.lookup_secret.confirmFirst" />
        </p>
      )}
      {above?.(account, section)}
      {note && !awaitsConfirmation && (
        <p className={styles.hint}>
          <FormattedMessage id={note} />
        </p>
      )}
      <FlowForm
        section={section}
        name={sectionText(intl, id, 'nav')}
        saveText={save && intl.formatMessage({ id: save })}
        anchor={anchorOf(id)}
        submitOnEnter={primarySubmit(section) !== undefined}
        emphasised={mainButton(section)}
      >
        {body?.(section)}
      </FlowForm>
    </>
  );
}
