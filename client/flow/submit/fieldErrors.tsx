import { useEffect, useRef, type ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { Message } from '../../ui/Message.tsx';
import type { FieldMessage } from '../../ui/severity.ts';
import { controlKey, type Control, type FieldErrors } from './fieldKeys.ts';

/** A control's label, without the mark of a required field. */
function labelOf({ labels }: Control): string {
  const words = labels?.[0]?.cloneNode(true);
  if (!(words instanceof Element)) return '';
  for (const mark of words.querySelectorAll('[aria-hidden]')) mark.remove();
  return words.textContent.trim();
}

/** The catalogue key of what is missing, by what the browser calls the control. */
function missing({ type, autocomplete, dataset }: Control): string {
  if (dataset.secret) return 'field.missing.password';
  if (type === 'checkbox') return 'field.missing.box';
  if (type === 'email' || autocomplete.startsWith('username')) return 'field.missing.address';
  return 'digits' in dataset ? 'field.missing.code' : 'field.missing';
}

/** The catalogue key of what is wrong with a control that has a value. */
function wrong({ validity, type, dataset }: Control): string {
  if (validity.typeMismatch && type === 'email') return 'field.address';
  if (validity.tooShort) return 'field.short';
  return 'digits' in dataset ? 'field.code' : 'field.wrong';
}

/** What is wrong with a control, in the page's language. */
function messageOf(control: Control): FieldMessage {
  const id = control.validity.valueMissing ? missing(control) : wrong(control);
  const { digits } = control.dataset;
  const least = 'minLength' in control ? control.minLength : 0;
  const values = { label: labelOf(control), digits: Number(digits), least };
  return { id, text: <FormattedMessage id={id} values={values} />, severity: 'error' };
}

/** Whether a control has a value, so that leaving it says what is wrong with that. */
const isFilled = ({ validity }: Control): boolean => !validity.valueMissing;

/**
 * Words what is wrong with some fields. Those without a value are left in peace until their form is sent.
 *
 * @param before what was found before
 * @param controls the invalid ones
 * @param attempt which attempt to send their form failed because of them; it is summed up
 */
export function fieldErrors(before: FieldErrors, controls: Control[], attempt?: number): FieldErrors {
  const reported = attempt === undefined ? controls.filter(isFilled) : controls;
  const found = reported.map((control) => [controlKey(control), messageOf(control)] as const);
  if (attempt === undefined) return { ...before, errors: { ...before.errors, ...Object.fromEntries(found) } };
  return {
    errors: Object.fromEntries(found),
    section: controls[0]?.form?.dataset.section,
    summary: <Summary key={attempt} controls={controls} messages={found.map(([, message]) => message)} />,
  };
}

/** Counts the fields to correct and leads to each. It takes the focus. */
function Summary({ controls, messages }: { controls: Control[]; messages: FieldMessage[] }): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <Message severity="error" live tabIndex={-1} ref={box}>
      <strong>
        <FormattedMessage id="field.summary" values={{ count: controls.length }} />
      </strong>
      <ul>
        {controls.map((control, index) => (
          <li key={control.id}>
            <a
              href={`#${control.id}`}
              onClick={(event) => {
                event.preventDefault();
                control.focus();
              }}
            >
              {messages[index]?.text}
            </a>
          </li>
        ))}
      </ul>
    </Message>
  );
}
