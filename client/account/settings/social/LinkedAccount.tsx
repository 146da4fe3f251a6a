import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useFlowContext } from '../../../flow/FlowContext.ts';
import { messageText } from '../../../flow/messages/messageText.ts';
import { valueOf } from '../../../../shared/flow/shownValue.ts';
import { NodeMessages } from '../../../flow/nodes/NodeMessages.tsx';
import { BrandMark } from '../../../ui/BrandMark.tsx';
import { AccountItem } from '../parts/AccountItem.tsx';
import { ConfirmRemoval, type RemovalProps } from '../removal/ConfirmRemoval.tsx';
import { providerName } from '../../../../shared/flow/providerName.ts';
import { unlinkAccount } from '../../../../shared/flow/messageId.ts';
import type { Form } from '../../../flow/model/forms.ts';
import { nodesIn, type AccountState } from '../overview/overview.ts';
import styles from '../section/Hint.module.css';

/** An account with another service that the user can sign in with. */
export function LinkedAccount({ node, input, consequence }: RemovalProps): ReactNode {
  const intl = useIntl();
  const { now } = useFlowContext();
  const label = node.meta.label ? messageText(intl, node.meta.label, now) : valueOf(input);
  return (
    <AccountItem
      icon={<BrandMark provider={valueOf(input)} />}
      name={providerName(node)}
      lines={
        <p>
          <FormattedMessage id="settings.oidc.linked" />
        </p>
      }
      messages={<NodeMessages node={node} />}
    >
      <ConfirmRemoval {...{ node, input, consequence, label }} verb={label} />
    </AccountItem>
  );
}

interface OnlyAccountProps {
  credentials: AccountState['credentials'];
  form: Form;
}

/** Says that a linked account is the only way to sign in, as far as the provider says: Kratos then does not list it. */
export function OnlyAccount({ credentials, form }: OnlyAccountProps): ReactNode {
  const isOnly = credentials?.social === true && !credentials.password && credentials.passkeys === 0;
  if (!isOnly || nodesIn(form, unlinkAccount).length > 0) return null;
  return (
    <p className={styles.hint}>
      <FormattedMessage id="settings.oidc.last" />
    </p>
  );
}
