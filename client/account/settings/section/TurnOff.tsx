import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useFlowContext } from '../../../flow/FlowContext.ts';
import { nodeTitle } from '../../../flow/messages/nodeTitle.ts';
import { NodeMessages } from '../../../flow/nodes/NodeMessages.tsx';
import { ConfirmRemoval, type RemovalProps } from '../removal/ConfirmRemoval.tsx';

/** A method that can be turned off as a whole, such as the authenticator app. */
export function TurnOff({ node, input, consequence }: RemovalProps): ReactNode {
  const label = nodeTitle(useIntl(), node, useFlowContext().now) ?? input.name;
  return (
    <div>
      <ConfirmRemoval
        {...{ node, input, consequence, label }}
        verb={<FormattedMessage id="settings.turnOff" />}
      />
      <NodeMessages node={node} />
    </div>
  );
}
