import { useEffect, useRef, type ReactNode } from 'react';
import { classNames } from '../../../ui/classNames.ts';
import { Chevron } from '../../../ui/Chevron.tsx';
import { Glyph, Icon } from '../../../ui/Icon.tsx';
import type { Overview } from '../overview/overview.ts';
import styles from './SettingsSection.module.css';

/** A section's state, with a check mark if it is set up. */
function SectionState({
  overview: { state, tone },
  className,
}: {
  overview: Overview;
  className?: string;
}): ReactNode {
  return (
    <span className={classNames(styles.stateText, tone === 'low' && styles.low, className)}>
      {tone === 'on' && (
        <span className={styles.check}>
          <Icon name="success" />
        </span>
      )}
      {state}
    </span>
  );
}

interface SettingsSectionProps {
  anchor: string;
  /** A path of `iconPaths`. */
  icon: string;
  title: ReactNode;
  overview: Overview;
  /** Whether the section is initially open. */
  open: boolean;
  /** Whether it has the last change. */
  changed: boolean;
  children: ReactNode;
}

/**
 * One settings section: a row with its state, and the forms below it. The anchor is inside `details`, so that the
 * browser opens the section when it navigates there, even without scripts.
 */
export function SettingsSection(props: SettingsSectionProps): ReactNode {
  const { anchor, icon, title, overview, open, changed, children } = props;
  const { state, tone, line } = overview;
  const body = useRef<HTMLDivElement>(null);
  // Lays the closed section out while nothing else is to do, so that opening it only paints
  useEffect(() => {
    // Safari has none
    if (!('requestIdleCallback' in window)) return undefined;
    const ahead = requestIdleCallback(() => body.current?.getBoundingClientRect());
    return () => cancelIdleCallback(ahead);
  }, []);
  return (
    <details className={classNames(styles.section, changed && styles.changed)} open={open}>
      <summary className={styles.summary}>
        <span className={styles.icon}>
          <Glyph path={icon} />
        </span>
        <span className={styles.words}>
          <h2 className={styles.title}>{overview.title ?? title}</h2>
          <span className={styles.line} suppressHydrationWarning>
            {state !== undefined && (
              <span className={classNames(styles.short, tone === 'low' && styles.low)}>
                {state}
                {line && ' · '}
              </span>
            )}
            {line}
          </span>
        </span>{' '}
        <SectionState overview={overview} className={styles.state} />
        <Chevron />
      </summary>
      <div ref={body} id={anchor} className={styles.body}>
        {children}
      </div>
    </details>
  );
}
