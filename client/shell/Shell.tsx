import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import type { PageName } from '../../shared/page.ts';
import { pageRow } from '../../shared/pages.ts';
import { usePageContext } from './PageContext.tsx';
import { Footer } from './Footer.tsx';
import { classNames } from '../ui/classNames.ts';
import { Message } from '../ui/Message.tsx';
import { useCookiesBlocked } from './useCookiesBlocked.ts';
import { Navigation } from './Navigation.tsx';
import styles from './Shell.module.css';

/** The frame of every page: header with navigation, main part, footer with language and theme. */
export function Shell({ page, children }: { page: PageName; children: ReactNode }): ReactNode {
  const { warning } = usePageContext();
  const cookiesBlocked = useCookiesBlocked();
  const notice = cookiesBlocked ? 'cookiesNeeded' : warning;
  const isError = cookiesBlocked || warning === 'doubledCookies';
  return (
    <div className={classNames(styles.shell, styles[pageRow(page).layout ?? 'card'])}>
      <a className={styles.skip} href="#main">
        <FormattedMessage id="nav.skip" />
      </a>
      <Navigation page={page} />
      <main id="main" className={styles.main} tabIndex={-1}>
        {notice && (
          <div className={styles.notice}>
            <Message severity={isError ? 'error' : 'info'}>
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
