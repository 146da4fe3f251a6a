import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '../../ui/Button.tsx';
import { buttonLabel } from './buttonText.ts';
import { valueOf } from '../../../shared/flow/shownValue.ts';
import { isFilledIn } from '../../../shared/flow/isFilledIn.ts';
import { needsNewCode } from '../../../shared/flow/messages.ts';
import { useFlowContext, useFormContext } from '../FlowContext.ts';
import { submissionId } from '../form/formIds.ts';
import { useCountdown } from '../useCountdown.ts';
import { dataNode, type InputNodeProps } from '../model/node.ts';
import { LocalizedText } from '../LocalizedText.tsx';
import styles from './ResendNode.module.css';
import { NodeMessages } from './NodeMessages.tsx';
import { saysSent, sentTo, viaOf } from '../model/address.ts';

/** How long a mail may take to arrive before another can be requested, in seconds. */
const patience = 30;

/**
 * Where to look for the code, and a button that resends it; with scripts, a countdown replaces that until the first code has
 * had time to arrive. Neither once a mailed link has filled in the code. After too many wrong codes, the button alone: the
 * portal's server then begins a new flow, because Kratos refuses every further code in the same one.
 */
export function ResendNode({ node, input }: InputNodeProps): ReactNode {
  const intl = useIntl();
  const { flow, busy, now } = useFlowContext();
  const { form } = useFormContext();
  const seconds = useCountdown(patience, saysSent(flow) ? now : undefined, flow.id);
  const props = {
    ...dataNode(node),
    name: input.name,
    value: valueOf(input),
    disabled: input.disabled,
    formNoValidate: true,
    busy: busy === submissionId(form.id, input.name, valueOf(input)),
  };
  if (isFilledIn(flow)) return null;
  if (needsNewCode(flow))
    return (
      <Button {...props} data-next>
        <FormattedMessage id="flow.newCode" />
      </Button>
    );
  return (
    <div className={styles.resend}>
      <p className={styles.wait}>
        <FormattedMessage id="flow.noMail" values={{ via: viaOf(sentTo(flow)) }} />
        {seconds > 0 && ' '}
        {seconds > 0 && <FormattedMessage id="flow.resendIn" values={{ seconds }} />}
      </p>
      <span hidden={seconds > 0}>
        <Button {...props} variant="plain">
          <LocalizedText {...buttonLabel(intl, node, now)} />
        </Button>
      </span>
      <NodeMessages node={node} />
    </div>
  );
}
