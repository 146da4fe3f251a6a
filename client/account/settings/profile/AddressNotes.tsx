import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import type { SettingsFlow } from '@ory/client';
import { fieldsOf, objectsIn, textIn } from '../../../../shared/fields.ts';
import { isEmail, isField } from '../../../../shared/flow/inputAttributes.ts';
import * as nodeName from '../../../../shared/flow/nodeName.ts';
import type { MailForm } from '../../../../shared/page.ts';
import { hasNode, type Form } from '../../../flow/model/forms.ts';
import { HiddenFields } from '../../../shell/HiddenFields.tsx';
import { Button } from '../../../ui/Button.tsx';
import styles from '../section/Hint.module.css';

interface UnverifiedAddressesProps extends Pick<SettingsFlow, 'identity'> {
  form: Form;
  mailForm: MailForm | undefined;
}

/** The account's unverified addresses, such as one just changed, with buttons that mail them; or else what a change leads to. */
export function UnverifiedAddresses({ identity, form, mailForm }: UnverifiedAddressesProps): ReactNode {
  const unverified = objectsIn(fieldsOf(identity).verifiable_addresses).filter(({ verified }) => !verified);
  const addresses = new Set(
    unverified.map(({ value }) => textIn(value)).filter((value) => value !== undefined),
  );
  if (mailForm && addresses.size > 0) {
    const { action, token, method, label } = mailForm;
    return Array.from(addresses, (address) => (
      <div key={address} className={styles.step}>
        <p className={styles.hint}>
          <FormattedMessage id="settings.unverified" values={{ address }} />
        </p>
        <form action={action} method="post">
          <HiddenFields values={{ [nodeName.csrfToken]: token, [nodeName.email]: address }} />
          <Button name={nodeName.method} value={method} size="small" variant="quiet">
            <FormattedMessage id={label} />
          </Button>
        </form>
      </div>
    ));
  }
  if (!hasNode(form, (node) => isField(node) && isEmail(node))) return null;
  return (
    <p className={styles.hint}>
      <FormattedMessage id="settings.profile.newAddress" />
    </p>
  );
}
