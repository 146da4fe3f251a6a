import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { usePageContext } from './PageContext.tsx';
import { LanguageForm } from './LanguageForm.tsx';
import { TextLink } from '../ui/TextLink.tsx';
import { ThemeForm } from './ThemeForm.tsx';
import styles from './Footer.module.css';

/** The footer: language, theme, and the support address. */
export function Footer(): ReactNode {
  const { supportEmail } = usePageContext();
  return (
    <footer className={styles.footer}>
      <LanguageForm />
      <ThemeForm />
      {supportEmail && (
        <p className={styles.support}>
          <FormattedMessage
            id="common.support"
            values={{ email: <TextLink href={`mailto:${supportEmail}`}>{supportEmail}</TextLink> }}
          />
        </p>
      )}
    </footer>
  );
}
