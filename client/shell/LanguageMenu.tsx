import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { languageTag, locales } from '../../shared/messages/locales.ts';
import { languageNames } from './languageNames.ts';
import { keepTyped } from './keepTyped.ts';
import { Menu } from './Menu.tsx';
import { usePageContext } from './PageContext.tsx';

const options = locales.map((value) => ({ value, label: languageNames[value], lang: languageTag(value) }));

/** Sets a form's return path to the current URL, in which scripts put the id of the shown flow. */
function keepPage(form: HTMLFormElement): void {
  const path = form.elements.namedItem('return_to');
  if (path instanceof HTMLInputElement) path.value = location.pathname + location.search;
  form.action = `/preferences${location.hash}`;
}

/** The choice of language; what was typed stays. */
export function LanguageMenu(): ReactNode {
  const { locale } = usePageContext();
  return (
    <Menu
      icon="language"
      label={useIntl().formatMessage({ id: 'common.language' })}
      name="locale"
      options={options}
      chosen={locale}
      onSubmit={({ currentTarget }) => {
        keepPage(currentTarget);
        keepTyped();
      }}
    />
  );
}
