import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import type { ListedSession } from '../../shared/console/lists.ts';
import { Methods, When } from './parts.tsx';
import styles from './Console.module.css';

/** A session: its device, how and when it began, and from where. */
export const Device = ({ device, methods, level, from, at }: ListedSession): ReactNode => (
  <div>
    <p className={styles.strong}>
      {device ? (
        <FormattedMessage id="deviceName.text" values={{ ...device }} />
      ) : (
        <FormattedMessage id="console.sessions.unknown" />
      )}
    </p>
    <p className={styles.soft}>
      <Methods of={methods} />
      {[level?.toUpperCase(), from].flatMap((part) => (part ? ` · ${part}` : []))}
      {at !== undefined && (
        <>
          {' · '}
          <When at={at} />
        </>
      )}
    </p>
  </div>
);
