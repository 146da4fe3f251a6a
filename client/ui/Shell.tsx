import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import type { PageName } from '../../shared/page.ts';
import { Footer } from './Footer.tsx';
import { Navigation } from './Navigation.tsx';
import { Waveform } from './Waveform.tsx';
import styles from './Shell.module.css';

/** What stands around every screen: header with navigation, the main part, footer with language and theme. */
export function Shell({ page, children }: { page: PageName; children: ReactNode }): ReactNode {
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#main">
        <FormattedMessage id="nav.skip" />
      </a>
      <Navigation page={page} />
      <main id="main" className={styles.main} tabIndex={-1}>
        {page !== 'home' && <Waveform />}
        {children}
      </main>
      <Footer />
    </div>
  );
}
