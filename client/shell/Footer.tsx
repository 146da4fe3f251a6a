import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { usePageContext } from './PageContext.tsx';
import { LanguageMenu } from './LanguageMenu.tsx';
import { TextLink } from '../ui/TextLink.tsx';
import { ThemeMenu } from './ThemeMenu.tsx';
import styles from './Footer.module.css';

/** The footer: language, theme, the accessibility statement and the support address. */
export function Footer(): ReactNode {
  const { supportEmail } = usePageContext();
  return (
    <footer className={styles.footer}>
      <div className={styles.menus}>
        <LanguageMenu />
        <ThemeMenu />
      </div>
      <p className={styles.links}>
        <TextLink href="/accessibility">
          <FormattedMessage id="common.accessibility" />
        </TextLink>
        {supportEmail && (
          <span>
            <FormattedMessage
              id="common.support"
              values={{ email: <TextLink href={`mailto:${supportEmail}`}>{supportEmail}</TextLink> }}
            />
          </span>
        )}
      </p>
    </footer>
  );
}
