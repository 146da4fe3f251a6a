import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useFlowContext, useFormContext } from '../../../flow/FlowContext.ts';
import { valueOf } from '../../../flow/model/fieldAttributes.ts';
import { nodeTitle } from '../../../flow/messages/nodeTitle.ts';
import { NodeMessages } from '../../../flow/nodes/NodeMessages.tsx';
import { submissionId } from '../../../flow/form/formIds.ts';
import { dataNode } from '../../../flow/model/node.ts';
import { Confirm } from '../parts/Confirm.tsx';
import type { RemovalProps } from '../parts/removalProps.ts';

/** A method that can be turned off as a whole, such as the authenticator app. */
export function TurnOff({ node, input, consequence }: RemovalProps): ReactNode {
  const intl = useIntl();
  const { busy, now } = useFlowContext();
  const { form } = useFormContext();
  const value = valueOf(input);
  const label = nodeTitle(intl, node, now) ?? input.name;
  return (
    <div>
      <Confirm
        action={label}
        question={label}
        consequence={
          <>
            {consequence && <FormattedMessage id={consequence} />}{' '}
            <FormattedMessage id="settings.removalSignsOut" />
          </>
        }
        verb={<FormattedMessage id="settings.turnOff" />}
        submit={{ ...dataNode(node), name: input.name, value }}
        disabled={input.disabled}
        busy={busy === submissionId(form.id, input.name, value)}
      />
      <NodeMessages node={node} />
    </div>
  );
}
