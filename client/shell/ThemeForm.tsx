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
        {themes.map((one) => {
          const name = formatMessage({ id: `common.theme.${one}` });
          return (
            <button
              key={one}
              type="submit"
              name="theme"
              value={one}
              className={styles.theme}
              aria-pressed={one === chosen}
              aria-label={name}
              title={name}
              onClick={() => choose(one)}
            >
              <Icon name={one} />
            </button>
          );
        })}
      </div>
    </PreferenceForm>
  );
}
