import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { removePasskey, removeSecurityKey, unlinkAccount } from '../../../shared/flow/messageId.ts';
import { useFlowContext, useFormContext } from '../../flow/FlowContext.ts';
import { messageText } from '../../flow/messages/messageText.ts';
import { valueOf } from '../../flow/model/fieldAttributes.ts';
import { nodeTitle } from '../../flow/messages/nodeTitle.ts';
import { type InputNodeProps, dataNode } from '../../flow/model/node.ts';
import { NodeMessages } from '../../flow/nodes/NodeMessages.tsx';
import { submissionId } from '../../flow/form/formIds.ts';
import { BrandMark } from '../../ui/BrandMark.tsx';
import { Confirm } from './parts/Confirm.tsx';
import { KeyNode } from './keys/KeyNode.tsx';
import { providerName } from './social/providerName.ts';
import { AccountItem } from './parts/AccountItem.tsx';

/** A method that can be turned off as a whole, such as the authenticator app. */
function TurnOff({ node, input }: InputNodeProps): ReactNode {
  const intl = useIntl();
  const { busy, now } = useFlowContext();
  const { section } = useFormContext();
  const value = valueOf(input);
  const label = nodeTitle(intl, node, now) ?? input.name;
  const consequence = `settings.${section.id}.consequence`;
  return (
    <div>
      <Confirm
        action={label}
        question={label}
        consequence={
          <>
            {consequence in intl.messages && <FormattedMessage id={consequence} />}{' '}
            <FormattedMessage id="settings.removalSignsOut" />
          </>
        }
        verb={<FormattedMessage id="settings.turnOff" />}
        submit={{ ...dataNode(node), name: input.name, value }}
        disabled={input.disabled}
        busy={busy === submissionId(section.id, input.name, value)}
      />
      <NodeMessages node={node} />
    </div>
  );
}

/** An account with another service that the user can sign in with. */
function LinkedAccount({ node, input }: InputNodeProps): ReactNode {
  const intl = useIntl();
  const { busy, now } = useFlowContext();
  const { section } = useFormContext();
  const value = valueOf(input);
  const label = node.meta.label ? messageText(intl, node.meta.label, now) : value;
  return (
    <AccountItem
      icon={<BrandMark provider={value} />}
      name={providerName(node)}
      messages={<NodeMessages node={node} />}
    >
      <Confirm
        action={label}
        question={label}
        consequence={
          <>
            <FormattedMessage id="settings.oidc.consequence" />{' '}
            <FormattedMessage id="settings.removalSignsOut" />
          </>
        }
        verb={label}
        submit={{ ...dataNode(node), name: input.name, value }}
        disabled={input.disabled}
        busy={busy === submissionId(section.id, input.name, value)}
      />
    </AccountItem>
  );
}

/** A removable part of the account, with the button that asks before it removes it. */
export function Removal(props: InputNodeProps): ReactNode {
  switch (props.node.meta.label?.id) {
    case removeSecurityKey:
    case removePasskey:
      return <KeyNode {...props} />;
    case unlinkAccount:
      return <LinkedAccount {...props} />;
    default:
      return <TurnOff {...props} />;
  }
}
