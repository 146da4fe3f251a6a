/** How many changes of traits are saved at once, and how many levels they may have. */
export const mostChanges = 500;
export const mostLevels = 100;

/** A change of a trait, at a JSON pointer: its values as JSON, absent for none. */
export interface ShownChange {
  path: string;
  before?: string;
  after?: string;
}

/** A trait that the provider does not accept. */
export interface WrongField {
  /** A JSON pointer into the traits. */
  path: string;
  /** The catalogue key that says why, and its values. */
  text: string;
  values?: Record<string, string>;
  /** Where whoever has the address already is found. */
  findUrl?: string;
}

/** A field of the form that edits somebody's traits. */
export interface EditedField {
  /** A JSON pointer into the traits. */
  path: string;
  /** The schema's title. */
  title?: string;
  type: 'text' | 'email' | 'tel' | 'number' | 'boolean' | 'date';
  value: string;
  isRequired: boolean;
  choices?: string[];
}
