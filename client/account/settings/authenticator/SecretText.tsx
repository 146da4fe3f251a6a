import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '../../../ui/Button.tsx';
import { Glyph } from '../../../ui/Icon.tsx';
import { useHydrated } from '../../../ui/useHydrated.ts';
import { settingsIcons } from '../parts/settingsIcons.ts';
import { useCopy } from '../parts/useCopy.ts';
import styles from './SecretText.module.css';

/** A secret to type into an app: groups of four that are copied without spaces, and a button that copies it. */
export function SecretText({ id, text }: { id: string; text: string }): ReactNode {
  const intl = useIntl();
  const scripts = useHydrated();
  const [copied, copy] = useCopy();
  return (
    <>
      <p className={styles.secret}>
        <code id={id}>
          {text.match(/.{1,4}/gu)?.map((group, index) => (
            <span key={index} className={styles.group}>
              {group}
            </span>
          ))}
        </code>
        {scripts && (
          <Button
            type="button"
            variant="plain"
            className={styles.copy}
            icon={<Glyph path={settingsIcons.copy} />}
            aria-label={intl.formatMessage({ id: 'settings.totp.copy' })}
            onClick={() => copy(text)}
          >
            <FormattedMessage id="settings.lookup_secret.copy" />
          </Button>
        )}
      </p>
      <p role="status" className={styles.status}>
        {copied && <FormattedMessage id={`settings.lookup_secret.${copied}`} />}
      </p>
    </>
  );
}
