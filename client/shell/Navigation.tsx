import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { PageContext, PageName } from '../../shared/page.ts';
import { usePageContext } from './PageContext.tsx';
import { Mark } from '../ui/Mark.tsx';
import styles from './Navigation.module.css';

/** Where one can go, by whether one is signed in. A page is its own path, so `home` is the only special one. */
const destinations = {
  signedIn: ['home', 'settings', 'logout'],
  awaitsSecondFactor: ['logout'],
  signedOut: ['home', 'login'],
} satisfies Record<string, PageName[]>;

function standing({ signedInAs, awaitsSecondFactor }: PageContext): keyof typeof destinations {
  if (signedInAs !== undefined) return 'signedIn';
  return awaitsSecondFactor ? 'awaitsSecondFactor' : 'signedOut';
}

const pathOf = (page: PageName): string => (page === 'home' ? '/' : `/${page}`);

/** The header: the product's name, which leads home, and the main destinations. */
export function Navigation({ page }: { page: PageName }): ReactNode {
  const context = usePageContext();
  const { formatMessage } = useIntl();
  return (
    <header className={styles.header}>
      <a href="/" className={styles.brand}>
        <Mark />
        <span className={styles.product}>{context.product}</span>
        <span className={styles.title}>
          <FormattedMessage id="nav.title" />
        </span>
      </a>
      <nav aria-label={formatMessage({ id: 'nav.label' })}>
        <ul className={styles.links}>
          {destinations[standing(context)].map((name) => (
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
