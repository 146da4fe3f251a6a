import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import type { SettingsFlow } from '@ory/client';
import { pagePath } from '../../../shared/flow/providerPath.ts';
import { TextLink } from '../../ui/TextLink.tsx';
import styles from './SettingsView.module.css';

const verification = pagePath('verification', new URLSearchParams({ return_to: '/settings' }));

/** The account's addresses that nobody has proved to be theirs yet, such as one just changed, and the way to do so. */
export function UnverifiedAddresses({ identity }: Pick<SettingsFlow, 'identity'>): ReactNode {
  const { verifiable_addresses: addresses = [] } = (identity as SettingsFlow['identity'] | undefined) ?? {};
  return addresses
    .filter(({ verified, value }) => !verified && value !== '')
    .map(({ value }) => (
      <p key={value} className={styles.hint}>
        <FormattedMessage id="settings.unverified" values={{ address: value }} />{' '}
        <TextLink href={verification}>
          <FormattedMessage id="settings.verify" />
        </TextLink>
      </p>
    ));
}
