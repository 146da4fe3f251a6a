import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { unlinkAccount } from '../../../../shared/flow/messageId.ts';
import type { Form } from '../../../flow/model/forms.ts';
import { nodesIn, type AccountState } from '../overview/overview.ts';
import styles from '../section/Hint.module.css';

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
