import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useNames } from './parts.tsx';
import styles from './Console.module.css';

/** A form that narrows a list: its fields are in the address of the list. @param clearUrl the list without them */
export function Filters({
  clearUrl,
  children,
}: {
  clearUrl?: string | undefined;
  children: ReactNode;
}): ReactNode {
  const { formatMessage } = useIntl();
  return (
    <form
      className={styles.filters}
      role="search"
      autoComplete="off"
      aria-label={formatMessage({ id: 'console.list.filter' })}
    >
      {children}
      <button className={styles.button}>
        <FormattedMessage id="console.list.show" />
      </button>
      {clearUrl !== undefined && (
        <a className={styles.clear} href={clearUrl}>
          <FormattedMessage id="console.list.clear" />
        </a>
      )}
    </form>
  );
}

interface FieldProps {
  name: string;
  /** The catalogue key of its label. */
  text: string;
  value?: string | undefined;
}

/** A field of a filter. @param choices what else it suggests */
export const FilterField = ({
  name,
  text,
  value,
  type = 'text',
  choices,
}: FieldProps & { type?: 'text' | 'search' | 'date'; choices?: readonly string[] }): ReactNode => (
  <div className={styles.field}>
    <label htmlFor={`filter-${name}`}>
      <FormattedMessage id={text} />
    </label>
    <input
      id={`filter-${name}`}
      name={name}
      type={type}
      defaultValue={value}
      autoComplete="off"
      list={choices && `choices-${name}`}
    />
    {choices && (
      <datalist id={`choices-${name}`}>
        {choices.map((choice) => (
          <option key={choice}>{choice}</option>
        ))}
      </datalist>
    )}
  </div>
);

/** A choice of a filter; the first one, for all, is empty. @param choiceText the catalogue key of a choice's text; itself where there is none */
export function FilterChoice({
  name,
  text,
  value,
  choices,
  choiceText,
}: FieldProps & { choices: readonly string[]; choiceText: string }): ReactNode {
  const { formatMessage } = useIntl();
  const nameOf = useNames();
  return (
    <div className={styles.field}>
      <label htmlFor={`filter-${name}`}>
        <FormattedMessage id={text} />
      </label>
      <select id={`filter-${name}`} name={name} defaultValue={value ?? ''}>
        <option value="">{formatMessage({ id: 'console.list.all' })}</option>
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {nameOf(choiceText, choice)}
          </option>
        ))}
      </select>
    </div>
  );
}
