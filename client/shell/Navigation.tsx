import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { PageContext, PageName } from '../../shared/page.ts';
import { pageNames, pageRow, type VisitorKind } from '../../shared/pages.ts';
import { menuGroup } from './closeMenus.ts';
import { usePageContext } from './PageContext.tsx';
import { Mark } from '../ui/Mark.tsx';
import { LanguageMenu } from './LanguageMenu.tsx';
import styles from './Navigation.module.css';

/** One beat of heart sounds, in half pixels. */
const beat =
  'M0 64h10c5 0 8 1 13 1s7-7 11-7 6 24 11 24 6-54 11-54 6 88 11 88 6-104 10-104 7 88 11 88 7-54 11-54 6 24 11 24 6-7 11-7 8 1 13 1h99c4 0 6-1 11-1s5 7 9 7 5-23 8-23 5 47 9 47 5-63 9-63 5 55 9 55 5-31 8-31 6 11 9 11 8-2 14-2h9';

function visitorKind({ signedInAs, awaitsSecondFactor }: PageContext): VisitorKind {
  if (signedInAs !== undefined) return 'signedIn';
  return awaitsSecondFactor ? 'awaitsSecondFactor' : 'signedOut';
}

/** The header: the product's name, which leads home, the language, and the main destinations; on a phone these are a menu. */
export function Navigation({ page }: { page: PageName }): ReactNode {
  const context = usePageContext();
  const { formatMessage } = useIntl();
  const who = visitorKind(context);
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
        <div className={styles.language}>
          <LanguageMenu />
        </div>
        <nav aria-label={formatMessage({ id: 'nav.label' })}>
          <details className={styles.fold} name={menuGroup}>
            <summary className={styles.summary}>
              <FormattedMessage id="nav.menu" />
            </summary>
          </details>
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
      <svg className={styles.beat} viewBox="0 0 328 128" aria-hidden="true">
        <path d={beat} />
      </svg>
    </header>
  );
}
