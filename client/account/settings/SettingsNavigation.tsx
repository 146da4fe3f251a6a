import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import type { Overview } from './overview.ts';
import { openSection } from './openSection.ts';
import { SectionState } from './SectionState.tsx';
import styles from './SettingsNavigation.module.css';

/** A section as the navigation lists it. */
interface NavigationLink {
  anchor: string;
  name: string;
  overview: Overview;
}

interface SettingsNavigationProps {
  /** The sections that the page has, in their order. */
  links: NavigationLink[];
  /** The anchor of the section that was opened last. */
  current: string | undefined;
  logoutUrl: string;
}

/** The settings' own navigation: a link to each section with its state, and the logout at the bottom. */
export function SettingsNavigation({ links, current, logoutUrl }: SettingsNavigationProps): ReactNode {
  return (
    <nav className={styles.navigation} aria-labelledby="settings-navigation">
      <p id="settings-navigation" className={styles.heading}>
        <FormattedMessage id="settings.title" />
      </p>
      <ul>
        {links.map(({ anchor, name, overview }) => (
          <li key={anchor}>
            <a
              href={`#${anchor}`}
              className={styles.link}
              // a link to the current fragment fires no hashchange, so unfold it here
              onClick={() => openSection(anchor)}
              aria-current={current === anchor ? 'location' : undefined}
            >
              <span>{name}</span> <SectionState overview={overview} marked={false} className={styles.state} />
            </a>
          </li>
        ))}
        <li className={styles.bottom}>
          <a href={logoutUrl} className={styles.link}>
            <FormattedMessage id="nav.logout" />
          </a>
        </li>
      </ul>
    </nav>
  );
}
