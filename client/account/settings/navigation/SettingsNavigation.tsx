import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { Chevron } from '../../../ui/Chevron.tsx';
import { Message } from '../../../ui/Message.tsx';
import { sectionAt } from './openSection.ts';
import { useCurrentSection } from './useCurrentSection.ts';
import styles from './SettingsNavigation.module.css';

/** A section in the navigation. */
interface NavigationLink {
  anchor: string;
  name: string;
  /** The catalogue key of why it cannot be opened: the account has the method, but it is not offered. */
  unavailable?: string | undefined;
}

interface SettingsNavigationProps {
  /** The sections in order, including those that cannot be opened. */
  links: NavigationLink[];
  /** The anchor of the initially open section. */
  initial: string | undefined;
  logoutUrl: string;
}

/** A link that is disabled at the moment, with the reason below. */
function UnavailableLink({ anchor, name, unavailable = '' }: NavigationLink): ReactNode {
  const reason = `${anchor}-unavailable`;
  return (
    <>
      {/* eslint-disable-next-line jsx-a11y/anchor-is-valid -- a disabled link has no address (ARIA in HTML) */}
      <a role="link" aria-disabled="true" aria-describedby={reason} className={styles.link}>
        {name}
      </a>
      <div className={styles.reason}>
        <Message severity="disabled" name={unavailable} id={reason}>
          <FormattedMessage id={unavailable} />
        </Message>
      </div>
    </>
  );
}

/** The settings' own navigation: a link to each section, and the logout at the bottom. On narrow screens it unfolds. */
export function SettingsNavigation({ links, initial, logoutUrl }: SettingsNavigationProps): ReactNode {
  const [current, go] = useCurrentSection(initial);
  return (
    <nav className={styles.navigation} aria-labelledby="settings-navigation">
      <details className={styles.fold}>
        <summary className={styles.summary}>
          <FormattedMessage id="settings.title" />
          <Chevron />
        </summary>
      </details>
      <p id="settings-navigation" className={styles.heading}>
        <FormattedMessage id="settings.title" />
      </p>
      <ul className={styles.list}>
        {links.map((link) => (
          <li key={link.anchor}>
            {link.unavailable === undefined ? (
              <a
                href={`#${link.anchor}`}
                className={styles.link}
                // a link to the current fragment fires no hashchange, so open it here
                onClick={() => {
                  go(link.anchor);
                  // after the browser has followed the link, which takes the focus away
                  setTimeout(() =>
                    sectionAt(link.anchor)?.querySelector('summary')?.focus({ preventScroll: true }),
                  );
                }}
                aria-current={current === link.anchor ? 'location' : undefined}
              >
                {link.name}
              </a>
            ) : (
              <UnavailableLink {...link} />
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
