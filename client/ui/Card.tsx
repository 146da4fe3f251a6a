import { useId, type ReactNode } from 'react';
import { Icon } from './Icon.tsx';
import type { IconName } from './iconPaths.ts';
import { classNames } from './classNames.ts';
import styles from './Card.module.css';

interface CardProps {
  title: ReactNode;
  subtitle?: ReactNode;
  /** A line of its own between title and subtitle: the application that the page leads to. */
  application?: ReactNode;
  /** A decorative icon above the title that shows the page's state. */
  sign?: IconName;
  /** Whether the sign has the colours of an error. */
  isError?: boolean;
  /** Shown above the title instead of `sign`. */
  mark?: ReactNode;
  /** `default` is 25 rem wide, `wide` 40 rem; both take the whole width of a phone. */
  size?: 'default' | 'wide';
  /** Links to other pages, below the card's content. */
  footer?: ReactNode;
  children: ReactNode;
}

/** A page's one card, with the page's heading. */
export function Card(props: CardProps): ReactNode {
  const { title, subtitle, application, sign, isError, mark, size = 'default', footer, children } = props;
  const heading = useId();
  return (
    <section className={classNames(styles.card, size === 'wide' && styles.wide)} aria-labelledby={heading}>
      <header>
        {mark}
        {sign && (
          <span className={classNames(styles.sign, isError && styles.error)}>
            <Icon name={sign} />
          </span>
        )}
        <h1 id={heading} className={styles.title}>
          {title}
        </h1>
        {application && <p className={styles.subtitle}>{application}</p>}
        {subtitle && <p className={styles.subtitle}>{subtitle}</p>}
      </header>
      <div className={styles.body}>{children}</div>
      {footer && <footer className={styles.footer}>{footer}</footer>}
    </section>
  );
}
