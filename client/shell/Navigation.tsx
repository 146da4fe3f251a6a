import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { PageContext, PageName } from '../../shared/page.ts';
import { pageNames, pageRow, type Standing } from '../../shared/pages.ts';
import { usePageContext } from './PageContext.tsx';
import { Mark } from '../ui/Mark.tsx';
import styles from './Navigation.module.css';

function standing({ signedInAs, awaitsSecondFactor }: PageContext): Standing {
  if (signedInAs !== undefined) return 'signedIn';
  return awaitsSecondFactor ? 'awaitsSecondFactor' : 'signedOut';
}

/** The header: the product's name, which leads home, and the main destinations. */
export function Navigation({ page }: { page: PageName }): ReactNode {
  const context = usePageContext();
  const { formatMessage } = useIntl();
  const who = standing(context);
  const destinations = pageNames.filter((name) => pageRow(name).offeredTo.includes(who));
  return (
    <header className={styles.header}>
      <div className={styles.bar}>
        <a href="/" className={styles.brand}>
          <Mark />
          <span className={styles.product}>{context.product}</span>
          <span className={styles.title}>
            <FormattedMessage id="nav.title" />
          </span>
        </a>
        <nav aria-label={formatMessage({ id: 'nav.label' })}>
          <ul className={styles.links}>
            {destinations.map((name) => (
              <li key={name}>
                <a
                  href={pageRow(name).path}
                  className={styles.link}
                  aria-current={name === page ? 'page' : undefined}
                >
                  <FormattedMessage id={`nav.${name}`} />
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </header>
  );
}
