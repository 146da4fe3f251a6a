import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { UiNode, UiText } from '@ory/client';
import { anchorOf, isSocial } from '../../../shared/flow/methods.ts';
import { isButton } from '../../../shared/flow/inputAttributes.ts';
import { changesSaved } from '../../../shared/flow/messageId.ts';
import { useFlowContext } from '../../flow/FlowContext.ts';
import { FlowForm } from '../../flow/FlowForm.tsx';
import { primarySubmit } from '../../flow/model/buttons.ts';
import { nodesOf, type Form } from '../../flow/model/forms.ts';
import { isRemoval, methodSectionOf } from './methodSections.tsx';
import { sectionText } from './navigation/sectionText.ts';
import type { AccountState } from './overview/overview.ts';
import sectionStyles from './section/SettingsSection.module.css';
import { useHydrated } from '../../ui/useHydrated.ts';
import styles from './section/Hint.module.css';
import { textIn } from '../../../shared/fields.ts';
import { localizedMessage } from '../../flow/messages/messageText.ts';
import { severityOf } from '../../flow/nodes/nodeMessages.ts';
import { LocalizedText } from '../../flow/LocalizedText.tsx';
import { Message } from '../../ui/Message.tsx';

/** The flow's messages, without scripts, in the section that the URL names: the provider does not say which form was sent. */
function SectionMessages({ messages, now }: { messages: UiText[]; now: number }): ReactNode {
  const intl = useIntl();
  if (useHydrated()) return null;
  const shown = messages.map((text) => ({ text, localized: localizedMessage(intl, text, now) }));
  return (
    <div className={sectionStyles.atTarget}>
      {shown.map(
        ({ text, localized }, index) =>
          textIn(localized.text) !== undefined && (
            <Message key={index} severity={severityOf(text)} name={text.id}>
              <LocalizedText {...localized} />
            </Message>
          ),
      )}
    </div>
  );
}

const isMain = (node: UiNode): boolean => isButton(node) && !isRemoval(node);

/** Returns a section's primary button: the one that Enter presses, or the first that adds something; never a social one. */
const mainButton = (form: Form): UiNode | undefined =>
  isSocial(form.id) ? undefined : (primarySubmit(form) ?? nodesOf(form).find(isMain));

interface MethodFormProps {
  form: Form;
  account: AccountState;
}

/** The form of one method, in its section of the settings. */
export function MethodForm({ form, account }: MethodFormProps): ReactNode {
  const intl = useIntl();
  const { answers, now } = useFlowContext();
  const { id } = form;
  const { first, note, effect, save, describe, above, isLater, body } = methodSectionOf(id);
  const title = describe?.(intl, account, form).title;
  const nodes = nodesOf(form);
  const doFirst = first?.(nodes);
  const messages = (account.flow.ui.messages ?? []).filter((message) => message.id !== changesSaved);
  return (
    <>
      {answers === 0 && messages.length > 0 && <SectionMessages messages={messages} now={now} />}
      {doFirst && (
        <p className={styles.first}>
          <FormattedMessage id={doFirst} />
        </p>
      )}
      {above?.(account, form)}
      {note && !doFirst && (
        <p className={styles.hint}>
          <FormattedMessage id={note} />
        </p>
      )}
      <FlowForm
        form={form}
        name={sectionText(intl, id, 'nav')}
        saveText={title ?? (save && intl.formatMessage({ id: save }))}
        anchor={anchorOf(id)}
        effect={effect}
        submitOnEnter={primarySubmit(form) !== undefined}
        emphasised={!doFirst && isLater?.(account.flow) ? undefined : mainButton(form)}
      >
        {body?.(form)}
      </FlowForm>
    </>
  );
}
