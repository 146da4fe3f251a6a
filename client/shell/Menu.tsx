import type { ReactNode } from 'react';
import { Chevron } from '../ui/Chevron.tsx';
import { Glyph } from '../ui/Icon.tsx';
import { PreferenceForm } from './PreferenceForm.tsx';
import { menuGroup } from './closeMenus.ts';
import styles from './Menu.module.css';

/** Icons used only in the page's frame, which only the server renders; on the same grid as `iconPaths`. */
const frameIcons = {
  check: 'M5 12.500l4.5 4.500L19 7.5',
  language: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM3 12h18M12 3c5 5 5 13 0 18M12 3c-5 5-5 13 0 18',
  system: 'M3 5h18v11H3ZM9 20h6M12 16v4',
} as const;

interface MenuProps {
  icon: 'language' | 'system';
  /** The label, such as 'Theme'. */
  label: string;
  /** The form field's name. */
  name: string;
  options: { value: string; label: string; lang?: string }[];
  chosen: string;
}

/** A quiet menu of header or footer: a disclosure with a submit button for each value, so that it works without scripts. */
export function Menu({ icon, label, name, options, chosen }: MenuProps): ReactNode {
  const current = options.find(({ value }) => value === chosen)?.label ?? '';
  return (
    <details className={styles.menu} name={menuGroup}>
      <summary className={styles.summary} aria-label={[label, current].join(' ')}>
        <Glyph path={frameIcons[icon]} />
        <span data-chosen>{current}</span>
        <Chevron />
      </summary>
      <PreferenceForm className={styles.list}>
        {options.map((option) => (
          <button
            key={option.value}
            name={name}
            value={option.value}
            lang={option.lang}
            aria-pressed={option.value === chosen}
          >
            {option.label}
            {option.value === chosen && <Glyph path={frameIcons.check} />}
          </button>
        ))}
      </PreferenceForm>
    </details>
  );
}
