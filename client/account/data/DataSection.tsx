import type { ReactNode } from 'react';
import { Glyph } from '../../ui/Icon.tsx';
import styles from './DataSection.module.css';

interface DataSectionProps {
  /** The id of its title, to which links may lead. */
  id: string;
  /** The path of its icon. */
  icon: string;
  title: ReactNode;
  text: ReactNode;
  /** What it offers: the form with its button, above all. */
  children: ReactNode;
}

/** A section of the page: what it is about, and what the user may do. */
export const DataSection = ({ id, icon, title, text, children }: DataSectionProps): ReactNode => (
  <section className={styles.section} aria-labelledby={id}>
    <span className={styles.sign}>
      <Glyph path={icon} />
    </span>
    <div className={styles.content}>
      <h2 id={id}>{title}</h2>
      <p>{text}</p>
      {children}
    </div>
  </section>
);
