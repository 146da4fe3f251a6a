import { useState, type ReactNode } from 'react';
import { useIntl } from 'react-intl';
import type { Theme } from '../../shared/page.ts';
import { usePageContext } from './PageContext.tsx';
import { Icon } from '../ui/Icon.tsx';
import { PreferenceForm } from './PreferenceForm.tsx';
import { keepTheme } from './keepTheme.ts';
import styles from './Preferences.module.css';

const themes: Theme[] = ['light', 'dark', 'system'];

/** The choice of theme, each a submit button. With scripts it changes without a reload, so what was typed stays. */
export function ThemeForm(): ReactNode {
  const { theme, csrfToken, path } = usePageContext();
  const { formatMessage } = useIntl();
  const [chosen, setChosen] = useState(theme);
  const choose = (next: Theme): void => {
    setChosen(next);
    keepTheme(next, csrfToken, path);
  };
  return (
    <PreferenceForm className={styles.form} onSubmit={(event) => event.preventDefault()}>
      <div role="group" aria-label={formatMessage({ id: 'common.theme' })} className={styles.themes}>
        {themes.map((option) => {
          const name = formatMessage({ id: `common.theme.${option}` });
          return (
            <button
              key={option}
              type="submit"
              name="theme"
              value={option}
              className={styles.theme}
              aria-pressed={option === chosen}
              aria-label={name}
              title={name}
              onClick={() => choose(option)}
            >
              <Icon name={option} />
            </button>
          );
        })}
      </div>
    </PreferenceForm>
  );
}
