import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { UiText } from '@ory/client';
import { lookupSecretSpent, lookupSecretWrong } from '../../shared/flow/messageId.ts';
import * as nodeGroup from '../../shared/flow/nodeGroup.ts';
import { isButton } from '../../shared/flow/inputAttributes.ts';
import { isStepUp } from '../../shared/flow/isStepUp.ts';
import type { Flow } from '../../shared/page.ts';
import { Details } from '../ui/Details.tsx';
import { Divider } from '../ui/Divider.tsx';
import { Icon } from '../ui/Icon.tsx';
import { buttonClass } from '../ui/buttonClass.ts';
import { useFlowContext } from './FlowContext.ts';
import { FlowForm } from './FlowForm.tsx';
import { buttonLabel } from './model/buttonText.ts';
import { isSingleButton } from './model/foldedForms.ts';
import { nodeIcon } from './model/nodeIcon.tsx';
import { primarySubmit } from './model/primarySubmit.ts';
import type { Section } from './model/sections.ts';
import { LocalizedText } from './LocalizedText.tsx';
import styles from './OtherWays.module.css';

interface OtherWaysProps {
  flow: Flow;
  forms: Section[];
  /** The id of the form that was sent last: it stays open. */
  sent?: string;
  /** The method used last, which the page begins with. */
  last?: string;
}

const isError = ({ type }: UiText): boolean => type === 'error';

/** Whether a message is about a backup code: Kratos does not say of its method that it was refused. */
const saysLookup = ({ id }: UiText): boolean => id === lookupSecretWrong || id === lookupSecretSpent;

/** The ways that a page does not begin with: at a second step a row for each, else all behind one line. */
export function OtherWays({ flow, forms, sent, last }: OtherWaysProps): ReactNode {
  const open = sent ?? flow.active ?? (flow.ui.messages?.some(saysLookup) ? nodeGroup.lookupSecret : '');
  const isOpen = ({ id, parts }: Section): boolean =>
    id === open || parts.some(({ nodes }) => nodes.some(({ messages }) => messages.some(isError)));
  if (!isStepUp(flow))
    return (
      <div className={styles.known}>
        <p className={styles.reason}>
          <FormattedMessage id={last === 'passkey' ? 'login.last.passkey' : 'login.last.other'} />
        </p>
        <Details summary={<FormattedMessage id="login.otherWays" />} open={forms.some(isOpen) || undefined}>
          <div className={styles.ways}>
            {forms.map((section, index) => (
              <div key={section.id} className={styles.ways}>
                {index > 0 && <Divider label={<FormattedMessage id="common.or" />} />}
                <FlowForm section={section} submitOnEnter={primarySubmit(section) !== undefined} />
              </div>
            ))}
          </div>
        </Details>
      </div>
    );
  return (
    <>
      <Divider label={<FormattedMessage id="common.or" />} />
      <div className={styles.rows}>
        {forms.map((section) =>
          isSingleButton(section) ? (
            <FlowForm key={section.id} section={section} row />
          ) : (
            <Row key={section.id} section={section} open={isOpen(section)} />
          ),
        )}
      </div>
    </>
  );
}

/** A method whose fields show when it is opened. */
function Row({ section, open }: { section: Section; open: boolean }): ReactNode {
  const intl = useIntl();
  const { now } = useFlowContext();
  const button = primarySubmit(section) ?? section.parts.flatMap(({ nodes }) => nodes).find(isButton);
  return (
    <details className={styles.row} open={open || undefined}>
      {button && (
        <summary className={buttonClass({ variant: 'row' })}>
          {nodeIcon(button)}
          <LocalizedText {...buttonLabel(intl, button, now)} />
          <span className={styles.chevron}>
            <Icon name="chevron" />
          </span>
        </summary>
      )}
      <FlowForm section={section} submitOnEnter={primarySubmit(section) !== undefined} />
    </details>
  );
}
