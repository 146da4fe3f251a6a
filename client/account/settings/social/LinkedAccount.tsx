import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useFlowContext, useFormContext } from '../../../flow/FlowContext.ts';
import { messageText } from '../../../flow/messages/messageText.ts';
import { valueOf } from '../../../flow/model/fieldAttributes.ts';
import { NodeMessages } from '../../../flow/nodes/NodeMessages.tsx';
import { submissionId } from '../../../flow/form/formIds.ts';
import { dataNode } from '../../../flow/model/node.ts';
import { BrandMark } from '../../../ui/BrandMark.tsx';
import { AccountItem } from '../parts/AccountItem.tsx';
import { Confirm } from '../parts/Confirm.tsx';
import type { RemovalProps } from '../parts/removalProps.ts';
import { providerName } from './providerName.ts';

/** An account with another service that the user can sign in with. */
export function LinkedAccount({ node, input, consequence }: RemovalProps): ReactNode {
  const intl = useIntl();
  const { busy, now } = useFlowContext();
  const { form } = useFormContext();
  const value = valueOf(input);
  const label = node.meta.label ? messageText(intl, node.meta.label, now) : value;
  return (
    <AccountItem
      icon={<BrandMark provider={value} />}
      name={providerName(node)}
      lines={
        <p>
          <FormattedMessage id="settings.oidc.linked" />
        </p>
      }
      messages={<NodeMessages node={node} />}
    >
      <Confirm
        action={label}
        question={label}
        consequence={
          <>
            {consequence && <FormattedMessage id={consequence} />}{' '}
            <FormattedMessage id="settings.removalSignsOut" />
          </>
        }
        verb={label}
        submit={{ ...dataNode(node), name: input.name, value }}
        disabled={input.disabled}
        busy={busy === submissionId(form.id, input.name, value)}
      />
    </AccountItem>
  );
}
