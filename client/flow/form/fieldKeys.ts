import type { FieldMessage } from '../../ui/severity.ts';

/** A control that the browser validates. */
export type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** The portal's own errors about a page's fields. */
export interface FieldErrors {
  /** By section and field name, see `fieldKey`. */
  errors: Record<string, FieldMessage>;
  /** The first invalid control of a form that could not be sent: it takes the focus. */
  first?: Control;
}

/** Returns the key that identifies a field on its page. */
export const fieldKey = (section: string, name: string): string => `${section} ${name}`;

/** Returns the key of a control. */
export const controlKey = ({ form, name }: Control): string => fieldKey(form?.dataset.section ?? '', name);
