import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import type { PageName } from '../../shared/page.ts';
import { pageRow } from '../../shared/pages.ts';
import { classNames } from '../ui/classNames.ts';
import { Footer } from './Footer.tsx';
import { Navigation } from './Navigation.tsx';
import styles from './Shell.module.css';

interface ShellProps {
  page: PageName;
  /** The rendered HTML of the main part, which the browser hydrates. */
  content: string;
}

/**
 * The frame of every page: header with language and navigation, main part, footer with theme. Only the server renders
 * it: the browser behaviour of its menus is in `startMenus`.
 */
export function Shell({ page, content }: ShellProps): ReactNode {
  return (
    <div className={classNames(styles.shell, styles[pageRow(page).layout ?? 'card'])}>
      <a className={styles.skip} href="#main">
        <FormattedMessage id="nav.skip" />
      </a>
      <Navigation page={page} />
      <main id="main" className={styles.main} tabIndex={-1} dangerouslySetInnerHTML={{ __html: content }} />
      <Footer />
    </div>
  );
}
