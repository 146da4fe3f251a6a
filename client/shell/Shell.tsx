import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import type { PageName } from '../../shared/page.ts';
import { usePageContext } from './PageContext.tsx';
import { Footer } from './Footer.tsx';
import { Message } from '../ui/Message.tsx';
import { useCookiesBlocked } from './useCookiesBlocked.ts';
import { Navigation } from './Navigation.tsx';
import { Waveform } from '../ui/Waveform.tsx';
import styles from './Shell.module.css';

/** The frame of every page: header with navigation, main part, footer with language and theme. */
export function Shell({ page, children }: { page: PageName; children: ReactNode }): ReactNode {
  const { doubledCookies } = usePageContext();
  const cookiesBlocked = useCookiesBlocked();
  const notice = cookiesBlocked ? 'cookiesNeeded' : doubledCookies && 'doubledCookies';
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#main">
        <FormattedMessage id="nav.skip" />
      </a>
      <Navigation page={page} />
      <main id="main" className={styles.main} tabIndex={-1}>
        {page !== 'home' && <Waveform />}
        {notice && (
          <div className={styles.notice}>
            <Message severity="error">
              <FormattedMessage id={`common.${notice}`} />
            </Message>
          </div>
        )}
        {children}
      </main>
      <Footer />
    </div>
  );
}
