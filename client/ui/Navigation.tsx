import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { PageName } from '../../shared/page.ts';
import { usePageContext } from '../PageContext.tsx';
import { Mark } from './Mark.tsx';
import styles from './Navigation.module.css';

/** Where one can go, by whether one is signed in. A page is its own path, so `home` is the only special one. */
const destinations: Record<'signedIn' | 'signedOut', PageName[]> = {
  signedIn: ['home', 'settings', 'logout'],
  signedOut: ['home', 'login'],
};

const pathOf = (page: PageName): string => (page === 'home' ? '/' : `/${page}`);

/** The header: the product's name, which leads home, and the main destinations. */
export function Navigation({ page }: { page: PageName }): ReactNode {
  const { product, signedInAs } = usePageContext();
  const { formatMessage } = useIntl();
  return (
    <header className={styles.header}>
      <a href="/" className={styles.brand}>
        <Mark />
        <span className={styles.product}>{product}</span>
        <span className={styles.title}>
          <FormattedMessage id="nav.title" />
        </span>
      </a>
      <nav aria-label={formatMessage({ id: 'nav.label' })}>
        <ul className={styles.links}>
          {destinations[signedInAs === undefined ? 'signedOut' : 'signedIn'].map((name) => (
            <li key={name}>
              <a
                href={pathOf(name)}
                className={styles.link}
                aria-current={name === page ? 'page' : undefined}
              >
                <FormattedMessage id={`nav.${name}`} />
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </header>
  );
}
