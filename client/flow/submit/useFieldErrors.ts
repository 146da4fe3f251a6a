import { useRef, useState } from 'react';
import { useLoadCatalogue } from '../../shell/PageContext.tsx';
import { controlKey, type Control, type FieldErrors } from './fieldKeys.ts';

/** The page's field errors, and what finds them. */
export interface FieldCheck extends FieldErrors {
  /**
   * Shows what is wrong with controls.
   *
   * @param submitted whether their form could not be sent because of them
   */
  report: (controls: Control[], submitted: boolean) => void;
  /** Removes a control's error once its value is right. */
  recheck: (control: Control) => void;
  clear: () => void;
}

const none: FieldErrors = { errors: {} };

/** A page's field errors. How they are worded is fetched at the first interaction; if it cannot be, the browser reports them. */
export function useFieldErrors(): FieldCheck {
  const loadCatalogue = useLoadCatalogue();
  const [found, setFound] = useState(none);
  const attempts = useRef(0);
  const report: FieldCheck['report'] = (controls, submitted) => {
    Promise.all([import('../firstUse.ts'), loadCatalogue()]).then(
      ([{ fieldErrors }]) =>
        setFound((before) => fieldErrors(before, controls, submitted ? ++attempts.current : undefined)),
      () => submitted && controls[0]?.reportValidity(),
    );
  };
  const recheck = (control: Control): void => {
    if (!found.errors[controlKey(control)] || !control.validity.valid) return;
    const others = Object.entries(found.errors).filter(([key]) => key !== controlKey(control));
    setFound({
      ...found,
      errors: Object.fromEntries(others),
      summary: others.length > 0 ? found.summary : undefined,
    });
  };
  return { ...found, report, recheck, clear: () => setFound(none) };
}
