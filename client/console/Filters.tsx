import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styles from './Console.module.css';
import controls from './Controls.module.css';
import own from './Filters.module.css';

/** A choice of a filter: its value, and what it is called. */
export type Choice = readonly [value: string, text: string];

/** A filter: a field, or a choice of some values, or of groups of them. */
export interface Filter {
  name: string;
  /** The catalogue key of its label. */
  text: string;
  value?: string | undefined;
  type?: 'date' | 'datetime-local';
  /** The first one, for all, is left out. */
  choices?: readonly Choice[];
  groups?: readonly { title: string; choices: readonly Choice[] }[];
  /** Whether its value is the one that the list has at first. */
  isUsual?: boolean;
}

/**
 * A form that narrows a list: its fields are in the address of the list. On a phone all but the first are folded.
 *
 * @param url the list without them
 */
export function Filters({
  url,
  fields: [first, ...others],
}: {
  url: string;
  fields: [first: Filter, ...others: Filter[]];
}): ReactNode {
  const { formatMessage } = useIntl();
  const isSet = ({ value, isUsual }: Filter): boolean => Boolean(value) && !isUsual;
  const active = others.filter(isSet).length;
  return (
    <form
      className={own.filters}
      role="search"
      autoComplete="off"
      aria-label={formatMessage({ id: 'console.list.filter' })}
    >
      <Field {...first} isSearch />
      {others.length > 0 && (
        <details>
          <summary>
            <FormattedMessage id="console.list.filters" />{' '}
            {active > 0 && <span className={styles.count}>{active}</span>}
          </summary>
          <div>
            {others.map((field) => (
              <Field key={field.name} {...field} />
            ))}
          </div>
        </details>
      )}
      <p className={controls.actions}>
        <button className={controls.button}>
          <FormattedMessage id="console.list.show" />
        </button>
        {[first, ...others].some(isSet) && (
          <a className={styles.clear} href={url}>
            <FormattedMessage id="console.list.clear" />
          </a>
        )}
      </p>
    </form>
  );
}

const Options = ({ choices }: { choices: readonly Choice[] }): ReactNode =>
  choices.map(([value, text]) => (
    <option key={value} value={value}>
      {text}
    </option>
  ));

function Field({
  name,
  text,
  value,
  type,
  choices,
  groups,
  isSearch,
}: Filter & { isSearch?: true }): ReactNode {
  const id = `filter-${name}`;
  return (
    <div className={controls.field}>
      <label htmlFor={id}>
        <FormattedMessage id={text} />
      </label>
      {(choices ?? groups) ? (
        <select id={id} name={name} defaultValue={value ?? ''}>
          <option value="">
            <AllText />
          </option>
          {choices && <Options choices={choices} />}
          {groups?.map((group) => (
            <optgroup key={group.title} label={group.title}>
              <Options choices={group.choices} />
            </optgroup>
          ))}
        </select>
      ) : (
        <input
          id={id}
          name={name}
          type={isSearch ? 'search' : (type ?? 'text')}
          defaultValue={value}
          autoComplete="off"
        />
      )}
    </div>
  );
}

const AllText = (): string => useIntl().formatMessage({ id: 'console.list.all' });
