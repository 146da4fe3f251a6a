import { useId, type ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { languageTag, locales } from '../../shared/messages/locales.ts';
import { languageNames } from './languageNames.ts';
import { keepTyped } from './keepTyped.ts';
import { usePageContext } from './PageContext.tsx';
import { Icon } from '../ui/Icon.tsx';
import { PreferenceForm } from './PreferenceForm.tsx';
import styles from './Preferences.module.css';

/** Sets a form's return path to the current URL, in which scripts put the id of the shown flow. */
function keepPage(form: HTMLFormElement): void {
  const path = form.elements.namedItem('return_to');
  if (path instanceof HTMLInputElement) path.value = location.pathname + location.search;
  form.action = `/preferences${location.hash}`;
}

/** The choice of language: submitted on change, or by its button without scripts. */
export function LanguageForm(): ReactNode {
  const { locale } = usePageContext();
  const id = useId();
  return (
    <PreferenceForm className={styles.form}>
      <label htmlFor={id} className={styles.label}>
        <Icon name="language" />
        <span className={styles.name}>
          <FormattedMessage id="common.language" />
        </span>
      </label>
      <select
        id={id}
        name="locale"
        defaultValue={locale}
        className={styles.select}
        onChange={({ target: { form } }) => {
          if (form) keepPage(form);
          keepTyped();
          form?.requestSubmit();
        }}
      >
        {locales.map((option) => (
          <option key={option} value={option} lang={languageTag(option)}>
            {languageNames[option]}
          </option>
        ))}
      </select>
      <noscript>
        <button type="submit" className={styles.apply}>
          <FormattedMessage id="common.apply" />
        </button>
      </noscript>
    </PreferenceForm>
  );
}
