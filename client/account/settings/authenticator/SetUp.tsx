import { useRef, type ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { Button } from '../../../ui/Button.tsx';
import { classNames } from '../../../ui/classNames.ts';
import { useHydrated } from '../../../ui/useHydrated.ts';
import styles from './SetUp.module.css';

interface SetUpProps {
  /** Whether it is initially open. */
  open: boolean;
  /** Renders the content with the button that cancels, if any. */
  children: (cancel: ReactNode) => ReactNode;
}

/**
 * Shows secrets only after “Set up”, with a way to cancel; what appeared gets the focus. Without scripts, the same control also
 * closes it.
 */
export function SetUp({ open, children }: SetUpProps): ReactNode {
  const scripts = useHydrated();
  const details = useRef<HTMLDetailsElement>(null);
  const summary = useRef<HTMLElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const cancel = (): void => {
    if (details.current) details.current.open = false;
    summary.current?.focus();
  };
  return (
    <details
      ref={details}
      className={classNames(styles.setUp, scripts && styles.scripted)}
      open={open}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open && document.activeElement === summary.current) body.current?.focus();
      }}
    >
      <summary ref={summary} className={styles.summary}>
        <span className={styles.begin}>
          <FormattedMessage id="settings.setUp" />
        </span>
        <span className={styles.cancel}>
          <FormattedMessage id="settings.cancel" />
        </span>
      </summary>
      <div ref={body} className={styles.body} tabIndex={-1}>
        {children(
          scripts && (
            <Button type="button" variant="plain" onClick={cancel}>
              <FormattedMessage id="settings.cancel" />
            </Button>
          ),
        )}
      </div>
    </details>
  );
}
