import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '../../ui/Button.tsx';
import { buttonLabel } from './buttonText.ts';
import { valueOf } from '../model/fieldAttributes.ts';
import { useFlowContext, useFormContext } from '../FlowContext.ts';
import { submissionId } from '../form/formIds.ts';
import { NoMail } from '../NoMail.tsx';
import { useCountdown } from '../useCountdown.ts';
import { dataNode, type InputNodeProps } from '../model/node.ts';
import { LocalizedText } from '../LocalizedText.tsx';
import styles from './ResendNode.module.css';
import { NodeMessages } from './NodeMessages.tsx';
import { saysSent } from '../model/address.ts';

/** How long a mail may take to arrive before another can be requested, in seconds. */
const patience = 30;

/**
 * A button that resends the code; with scripts, a countdown replaces it until the first code has had time to arrive.
 */
export function ResendNode({ node, input }: InputNodeProps): ReactNode {
  const intl = useIntl();
  const { flow, busy, answers, now } = useFlowContext();
  const { form } = useFormContext();
  const seconds = useCountdown(patience, saysSent(flow) ? answers : undefined);
  return (
    <>
      <div className={styles.resend}>
        {seconds > 0 && (
          <p className={styles.wait}>
            <FormattedMessage id="flow.resendIn" values={{ seconds }} />
          </p>
        )}
        <span hidden={seconds > 0}>
          <Button
            {...dataNode(node)}
            variant="plain"
            name={input.name}
            value={valueOf(input)}
            disabled={input.disabled}
            formNoValidate
            busy={busy === submissionId(form.id, input.name, valueOf(input))}
          >
            <LocalizedText {...buttonLabel(intl, node, now)} />
          </Button>
        </span>
        <NodeMessages node={node} />
      </div>
      <NoMail />
    </>
  );
}
