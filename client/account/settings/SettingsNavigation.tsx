import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { anchorOf } from '../../../shared/flow/anchorOf.ts';
import { openSection } from './openSection.ts';
import { sectionText } from './sectionText.ts';
import { useActiveSection } from './useActiveSection.ts';
import styles from './SettingsNavigation.module.css';
import * as nodeGroup from '../../../shared/flow/nodeGroup.ts';

/** The sections that are always listed; those that this account lacks are shown disabled. */
const alwaysListed: string[] = [
  nodeGroup.profile,
  nodeGroup.password,
  nodeGroup.oidc,
  nodeGroup.lookupSecret,
  nodeGroup.webauthn,
  nodeGroup.totp,
];

interface SettingsNavigationProps {
  /** The ids of the sections that the page has, in their order. */
  sections: string[];
  logoutUrl: string;
}

/** The settings' own navigation: a link to each section, and the logout at the bottom. */
export function SettingsNavigation({ sections, logoutUrl }: SettingsNavigationProps): ReactNode {
  const intl = useIntl();
  const ids = [...new Set([...alwaysListed, ...sections])];
  const hasSection = (id: string): boolean => sections.includes(id);
  const active = useActiveSection(ids.filter(hasSection).map(anchorOf).join(' '));
  return (
    <nav className={styles.navigation} aria-labelledby="settings-navigation">
      <p id="settings-navigation" className={styles.heading}>
        <FormattedMessage id="settings.title" />
      </p>
      <ul className={styles.links}>
        {ids.map((id) => (
          <li key={id}>
            {hasSection(id) ? (
              <a
                href={`#${anchorOf(id)}`}
                className={styles.link}
                // a link to the current fragment fires no hashchange, so unfold it here
                onClick={() => openSection(anchorOf(id))}
                aria-current={active === anchorOf(id) ? 'location' : undefined}
              >
                {sectionText(intl, id, 'nav')}
              </a>
            ) : (
              <span className={styles.disabled} role="link" aria-disabled="true">
                {sectionText(intl, id, 'nav')}
              </span>
            )}
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
