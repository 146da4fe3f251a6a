import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { EditedField, WrongField } from '../../shared/console/edit.ts';
import { RequiredMark } from '../ui/RequiredMark.tsx';
import { State } from './parts.tsx';
import styles from './Console.module.css';
import controls from './Controls.module.css';

/** Returns what the trait at a JSON pointer is called: by the catalogue, by the schema, or the pointer itself. */
export function useTraitLabel(fields: readonly EditedField[]): (path: string) => string {
  const { messages, formatMessage } = useIntl();
  return (path) => {
    const key = `trait.${path.slice(1).replaceAll('/', '.')}`;
    if (key in messages) return formatMessage({ id: key });
    return fields.find((field) => field.path === path)?.title ?? path.slice(1);
  };
}

/** The field of a trait, with what is wrong with it between its label and the field. */
export function TraitInput({
  isNew,
  wrong,
  ...field
}: EditedField & { isNew: boolean; wrong: WrongField | undefined }): ReactNode {
  const { path, type, value, isRequired, choices } = field;
  const { formatMessage } = useIntl();
  const labelOf = useTraitLabel([field]);
  const hasHint = type === 'email' && !isNew;
  const described = [wrong && `wrong${path}`, hasHint && `hint${path}`].filter(Boolean).join(' ');
  const attributes = {
    id: `trait${path}`,
    name: path,
    defaultValue: value,
    required: isRequired,
    ...(wrong && { 'aria-invalid': true }),
    ...(described !== '' && { 'aria-describedby': described }),
  };
  const choice = (option: string, text: string): ReactNode => (
    <option key={option} value={option}>
      {text}
    </option>
  );
  return (
    <div className={controls.field}>
      <label htmlFor={attributes.id}>
        {labelOf(path)}
        {isRequired && (
          <>
            {' '}
            <RequiredMark />
          </>
        )}
      </label>
      {wrong && (
        <p id={`wrong${path}`}>
          <State is="wrong">
            <FormattedMessage id={wrong.text} values={wrong.values} />
          </State>
        </p>
      )}
      {type === 'boolean' || choices ? (
        <select {...attributes}>
          {choice('', formatMessage({ id: 'console.edit.unset' }))}
          {choices
            ? choices.map((one) => choice(one, one))
            : ['true', 'false'].map((one) => choice(one, formatMessage({ id: `console.edit.${one}` })))}
        </select>
      ) : (
        <input {...attributes} type={type} {...(type === 'number' && { step: 'any' })} autoComplete="off" />
      )}
      {hasHint && (
        <p id={`hint${path}`} className={styles.soft}>
          <FormattedMessage id="console.edit.addressHint" />
        </p>
      )}
    </div>
  );
}
