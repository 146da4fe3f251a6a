import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { PolicyLinks } from './PolicyLinks.tsx';
import { SupportContact } from './SupportContact.tsx';
import { TextLink } from '../ui/TextLink.tsx';
import { ThemeMenu } from './ThemeMenu.tsx';
import styles from './Footer.module.css';

/** The footer: other menus if any, theme, the accessibility statement, the operator's policies and the support address. */
export function Footer({ children }: { children?: ReactNode }): ReactNode {
  return (
    <footer className={styles.footer}>
      {children}
      <ThemeMenu />
      <p className={styles.links}>
        <TextLink href="/accessibility">
          <FormattedMessage id="common.accessibility" />
        </TextLink>
        <PolicyLinks />
        <SupportContact />
      </p>
    </footer>
  );
}
