import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import type { SettingsFlow } from '@ory/client';
import { fieldsOf, objectsIn, textIn } from '../../../../shared/fields.ts';
import { isEmail, isField } from '../../../../shared/flow/inputAttributes.ts';
import { pagePath } from '../../../../shared/flow/pagePath.ts';
import { hasNode, type Form } from '../../../flow/model/forms.ts';
import { TextLink } from '../../../ui/TextLink.tsx';
import styles from '../section/Hint.module.css';

const verification = pagePath('verification', new URLSearchParams({ return_to: '/settings' }));

/** The account's unverified addresses, such as one just changed, with links to verify them; and what a change of it leads to. */
export function UnverifiedAddresses({
  identity,
  form,
}: Pick<SettingsFlow, 'identity'> & { form: Form }): ReactNode {
  const unverified = objectsIn(fieldsOf(identity).verifiable_addresses).filter(({ verified }) => !verified);
  const addresses = new Set(
    unverified.map(({ value }) => textIn(value)).filter((value) => value !== undefined),
  );
  const found = Array.from(addresses, (value) => (
    <p key={value} className={styles.hint}>
      <FormattedMessage id="settings.unverified" values={{ address: value }} />{' '}
      <TextLink href={verification}>
        <FormattedMessage id="settings.verify" />
      </TextLink>
    </p>
  ));
  return (
    <>
      {found}
      {hasNode(form, (node) => isField(node) && isEmail(node)) && (
        <p className={styles.hint}>
          <FormattedMessage id="settings.profile.newAddress" />
        </p>
      )}
    </>
  );
}
