import { useEffect, useState } from 'react';
import type { Flow } from '../../../shared/page.ts';
import * as nodeName from '../../../shared/flow/nodeName.ts';
import { controlKey, fieldKey, type Control, type FieldErrors } from './fieldKeys.ts';

/** The page's field errors, and functions to update them. */
export interface FieldCheck extends FieldErrors {
  /** Shows the errors of controls; `submitted` if their form could not be sent because of them. */
  report: (controls: Control[], submitted: boolean) => void;
  /** Removes the error about a control because the user types into it. */
  edit: (control: Control) => void;
  /** Whether a field was edited since the shown flow came, whose errors about it no longer apply. */
  isEdited: (key: string) => boolean;
  clear: () => void;
}

const none: FieldErrors = { errors: {} };

/** Returns the fields that belong to a control's value: a password is right or wrong together with the address. */
const keysOf = (control: Control): string[] => [
  controlKey(control),
  ...(control.name === nodeName.identifier
    ? [fieldKey(control.form?.dataset.section ?? '', nodeName.password)]
    : []),
];

/** Manages a page's field errors. Until the code that words them is fetched, the browser reports them. */
export function useFieldErrors(flow: Flow): FieldCheck {
  const [found, setFound] = useState(none);
  const [edited, setEdited] = useState({ flow, keys: [] as string[] });
  const isEdited = (key: string): boolean => edited.flow === flow && edited.keys.includes(key);

  useEffect(() => {
    found.first?.focus();
    if (found.first instanceof HTMLInputElement) found.first.select();
  }, [found]);

  const report: FieldCheck['report'] = (controls, submitted) => {
    import('../firstUse.ts').then(
      ({ fieldErrors }) => setFound((before) => fieldErrors(before, controls, submitted)),
      () => submitted && controls[0]?.reportValidity(),
    );
  };
  const edit = (control: Control): void => {
    const keys = keysOf(control);
    const own = controlKey(control);
    if (found.errors[own])
      setFound({ errors: Object.fromEntries(Object.entries(found.errors).filter(([key]) => key !== own)) });
    if (!keys.every(isEdited))
      setEdited({ flow, keys: [...(edited.flow === flow ? edited.keys : []), ...keys] });
  };
  return { ...found, report, edit, isEdited, clear: () => setFound(none) };
}
