import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import type { SettingsFlow } from '@ory/client';
import { fieldsOf, objectsIn, textIn } from '../../../../shared/fields.ts';
import { pagePath } from '../../../../shared/flow/pagePath.ts';
import { TextLink } from '../../../ui/TextLink.tsx';
import styles from '../section/Hint.module.css';

const verification = pagePath('verification', new URLSearchParams({ return_to: '/settings' }));

/** The account's unverified addresses, such as one just changed, with buttons to verify them. */
export function UnverifiedAddresses({ identity }: Pick<SettingsFlow, 'identity'>): ReactNode {
  const unverified = objectsIn(fieldsOf(identity).verifiable_addresses).filter(({ verified }) => !verified);
  const addresses = new Set(
    unverified.map(({ value }) => textIn(value)).filter((value) => value !== undefined),
  );
  return Array.from(addresses, (value) => (
    <p key={value} className={styles.hint}>
      <FormattedMessage id="settings.unverified" values={{ address: value }} />{' '}
      <TextLink href={verification}>
        <FormattedMessage id="settings.verify" />
      </TextLink>
    </p>
  ));
}
