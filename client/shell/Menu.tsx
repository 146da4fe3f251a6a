import type { ReactNode } from 'react';
import { Glyph, Icon } from '../ui/Icon.tsx';
import { PreferenceForm } from './PreferenceForm.tsx';
import { menuGroup } from './closeMenus.ts';
import { frameIcons } from './frameIcons.ts';
import styles from './Menu.module.css';

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
        <Icon name="chevron" />
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
