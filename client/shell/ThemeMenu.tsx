import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import type { Theme } from '../../shared/page.ts';
import { Menu } from './Menu.tsx';
import { usePageContext } from './PageContext.tsx';

const themes: Theme[] = ['light', 'dark', 'system'];

/** The choice of theme. With scripts it changes without a reload, see `chooseTheme`. */
export function ThemeMenu(): ReactNode {
  const { theme } = usePageContext();
  const { formatMessage } = useIntl();
  return (
    <Menu
      icon="system"
      label={formatMessage({ id: 'common.theme' })}
      name="theme"
      options={themes.map((value) => ({ value, label: formatMessage({ id: `common.theme.${value}` }) }))}
      chosen={theme}
    />
  );
}
