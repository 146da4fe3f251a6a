import type { FieldMessage } from '../../ui/severity.ts';

/** A control that the browser validates. */
export type Control = HTMLInputElement | HTMLSelectElement;

/** What the portal itself finds wrong with a page's fields. */
export interface FieldErrors {
  /** By section and field name, see `fieldKey`. */
  errors: Record<string, FieldMessage>;
  /** The first wrong control of a form that could not be sent: it takes the focus. */
  first?: Control;
}

/** Identifies a field on its page. */
export const fieldKey = (section: string, name: string): string => `${section} ${name}`;

/** The key of a control. */
export const controlKey = ({ form, name }: Control): string => fieldKey(form?.dataset.section ?? '', name);
