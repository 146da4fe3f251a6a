import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { languageTag, locales } from '../../shared/messages/locales.ts';
import { languageNames } from './languageNames.ts';
import { Menu } from './Menu.tsx';
import { usePageContext } from './PageContext.tsx';

const options = locales.map((value) => ({ value, label: languageNames[value], lang: languageTag(value) }));

/** The choice of language; typed text stays, see `keepPage`. */
export function LanguageMenu(): ReactNode {
  const { locale } = usePageContext();
  return (
    <Menu
      icon="language"
      label={useIntl().formatMessage({ id: 'common.language' })}
      name="locale"
      options={options}
      chosen={locale}
    />
  );
}
