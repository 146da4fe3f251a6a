import { isField } from '../../../../shared/flow/inputAttributes.ts';
import { isError } from '../../../../shared/flow/messages.ts';
import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { UiNode } from '@ory/client';
import { hasNode, type Form } from '../../../flow/model/forms.ts';
import { classNames } from '../../../ui/classNames.ts';
import { Message } from '../../../ui/Message.tsx';
import { TextLink } from '../../../ui/TextLink.tsx';
import { isSecretList } from '../backupCodes/NewCodes.tsx';
import { anchorOf } from '../../../../shared/flow/methods.ts';
import { isLink } from '../SettingsRow.tsx';
import { sectionText } from './sectionText.ts';
import styles from './SettingsNavigation.module.css';

/** Whether a node has an error out of view: a button that links an account has the focus then. */
const hasError = (node: UiNode): boolean => node.messages.some(isError) && !isLink(node);

/**
 * Links to the sections of a served page that an answer concerns: those with an error, and the one with backup codes.
 * Without scripts the page opens at its top, or where the form was, so they may be out of view.
 */
export function SectionLinks({ forms }: { forms: Form[] }): ReactNode {
  const intl = useIntl();
  const note = (severity: 'error' | 'info', text: string, form: Form): ReactNode => (
    <Message key={`${text} ${form.id}`} severity={severity} name={text}>
      <FormattedMessage
        id={text}
        values={{
          section: <TextLink href={`#${anchorOf(form.id)}`}>{sectionText(intl, form.id, 'title')}</TextLink>,
        }}
      />
    </Message>
  );
  return (
    <>
      {forms
        .filter((form) => hasNode(form, hasError))
        .map((form) => (
          // scripts move the focus to a wrong field
          <div
            key={form.id}
            className={classNames(!hasNode(form, (node) => hasError(node) && !isField(node)) && styles.links)}
          >
            {note('error', 'settings.look.error', form)}
          </div>
        ))}
      {forms
        .filter((form) => hasNode(form, isSecretList))
        .map((form) => note('info', 'settings.look.codes', form))}
    </>
  );
}
