import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { DownloadData } from './DownloadData.tsx';
import styles from './DataPage.module.css';

/** What is kept about the user, and what they may do with it. It needs no scripts. */
export const DataPage = (): ReactNode => (
  <div className={styles.data}>
    <header className={styles.header}>
      <h1>
        <FormattedMessage id="data.title" />
      </h1>
      <p>
        <FormattedMessage id="data.lead" />
      </p>
    </header>
    <DownloadData />
  </div>
);
