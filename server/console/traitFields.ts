import type { EditedField } from '../../shared/console/edit.ts';
import { exactNumber, isExact } from '../../shared/exactJson.ts';
import { fieldsOf, isObject, listOf, textIn, type Fields } from '../../shared/fields.ts';
import { pointerTo } from '../../shared/jsonPointer.ts';
import { maxDepth } from '../upstreams/identitySchema.ts';
import { valueAt, withChanges } from './traitChanges.ts';

/** A trait that a form can show. */
interface TraitField {
  path: string;
  title: string | undefined;
  type: EditedField['type'];
  choices: unknown[] | undefined;
  isRequired: boolean;
}

const typeOfFormat: Partial<Record<string, EditedField['type']>> = {
  email: 'email',
  tel: 'tel',
  date: 'date',
};

const isScalar = (value: unknown): boolean => !isObject(value) && !Array.isArray(value);

/** Returns the type of the field for a part of the schema; undefined for what a form cannot show. */
function fieldType({ type, format }: Fields): EditedField['type'] | undefined {
  const [only, ...others] = [type].flat().filter((one) => one !== 'null');
  if (others.length > 0) return undefined;
  if (only === 'string') return typeOfFormat[textIn(format) ?? ''] ?? 'text';
  if (only === 'number' || only === 'integer') return 'number';
  return only === 'boolean' ? 'boolean' : undefined;
}

/** Lists the traits of a schema that a form can show. */
function fieldsIn(schema: Fields, path = '', isRequired = true, depth = 0): TraitField[] {
  const required = listOf(schema.required);
  return Object.entries(fieldsOf(schema.properties)).flatMap(([name, part]) => {
    const own = fieldsOf(part);
    const place = pointerTo(path, name);
    const isNeeded = isRequired && required.includes(name);
    if (isObject(own.properties)) return depth < maxDepth ? fieldsIn(own, place, isNeeded, depth + 1) : [];
    const type = fieldType(own);
    const choices = Array.isArray(own.enum) && own.enum.every(isScalar) ? listOf(own.enum) : undefined;
    if (!type) return [];
    return [{ path: place, title: textIn(own.title), type, choices, isRequired: isNeeded }];
  });
}

const isNumber = (text: string): boolean => /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text);

const textOf = (value: unknown): string =>
  value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value);

/** Whether a browser sends a text back unchanged from a field of a type. */
const survives: Partial<Record<EditedField['type'], (text: string) => boolean>> = {
  number: isNumber,
  date: (text) => /^\d{4}-\d\d-\d\d$/.test(text),
  email: (text) => text === text.trim(),
};

/** Returns the field for a trait as its form shows it; undefined for a value that a form would change. */
function shown(
  { path, title, type, choices, isRequired }: TraitField,
  traits: Fields,
): EditedField | undefined {
  const value = valueAt(traits, path);
  const text = textOf(value);
  if (!(isScalar(value) || isExact(value)) || /[\r\n]/.test(text)) return undefined;
  if (type === 'boolean' && text !== '' && typeof value !== 'boolean') return undefined;
  const offered = choices && [...new Set([...choices.map(textOf), text])].filter((choice) => choice !== '');
  return {
    path,
    ...(title !== undefined && { title }),
    type: text === '' || (survives[type]?.(text) ?? true) ? type : 'text',
    value: text,
    isRequired,
    ...(offered && { choices: offered }),
  };
}

/** Lists the fields of a form for traits. @param schema the part of the identity schema that describes them */
export const formFields = (schema: Fields, traits: Fields): EditedField[] =>
  fieldsIn(schema).flatMap((field) => shown(field, traits) ?? []);

/** Returns the value of a typed text; what is not of the field's type stays a text, which Kratos then refuses. */
function parsed({ type, choices }: TraitField, text: string): unknown {
  if (text === '') return undefined;
  const choice = choices?.find((one) => textOf(one) === text);
  if (choice !== undefined) return choice;
  if (type === 'number' && isNumber(text)) return exactNumber(text);
  return type === 'boolean' && (text === 'true' || text === 'false') ? text === 'true' : text;
}

/** Writes what was typed into a form's fields into the traits that it showed: fields that were not touched change nothing. */
export function withTyped(schema: Fields, traits: Fields, form: Fields): Fields {
  const changes = fieldsIn(schema).flatMap((field) => {
    const before = shown(field, traits);
    const typed = form[field.path];
    if (!before || typeof typed !== 'string' || typed === before.value) return [];
    return [{ path: field.path, after: parsed(field, typed) }];
  });
  return changes.length === 0 ? traits : withChanges(traits, changes);
}
