import { useState, type ReactNode, type SubmitEvent } from 'react';
import { useIntl } from 'react-intl';
import type { Theme } from '../../shared/page.ts';
import { closeMenu } from './closeMenus.ts';
import { keepTheme } from './keepTheme.ts';
import { Menu } from './Menu.tsx';
import { usePageContext } from './PageContext.tsx';

const themes: Theme[] = ['light', 'dark', 'system'];

/** The choice of theme. With scripts it changes without a reload, so what was typed stays. */
export function ThemeMenu(): ReactNode {
  const { theme, csrfToken, path } = usePageContext();
  const { formatMessage } = useIntl();
  const [chosen, setChosen] = useState(theme);
  const choose = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const { submitter } = event.nativeEvent;
    const next = themes.find((value) => submitter instanceof HTMLButtonElement && submitter.value === value);
    const menu = event.currentTarget.closest('details');
    if (menu) closeMenu(menu);
    if (!next) return;
    setChosen(next);
    keepTheme(next, csrfToken, path);
  };
  return (
    <Menu
      icon="system"
      label={formatMessage({ id: 'common.theme' })}
      name="theme"
      options={themes.map((value) => ({ value, label: formatMessage({ id: `common.theme.${value}` }) }))}
      chosen={chosen}
      onSubmit={choose}
    />
  );
}
