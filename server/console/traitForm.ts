import { mostLevels, type ShownChange } from '../../shared/console/edit.ts';
import type { ActProblem, ConsoleProps } from '../../shared/console/pages.ts';
import { isTree, parseExactly } from '../../shared/exactJson.ts';
import { textIn, type Fields } from '../../shared/fields.ts';
import { namesIn } from '../../shared/jsonPointer.ts';
import { malformedRequest } from '../http/errors.ts';
import { jsonIn } from '../http/jsonIn.ts';
import type { Refusal } from '../upstreams/identities.ts';
import type { Identifier } from '../upstreams/identitySchema.ts';
import { fewAtATime } from '../upstreams/fewAtATime.ts';
import { pageUrl } from '../urls/paths.ts';
import { orNone } from './lookUps.ts';
import type { ConsoleNeeds } from './needs.ts';
import { isDeeper, valueAt, withChanges, type Change } from './traitChanges.ts';
import { formFields, withTyped } from './traitFields.ts';
import { wrongFields } from './wrongFields.ts';

/** What a form of traits was sent with. */
export type TraitForm = {
  /** The traits that it began with. */
  base: Fields;
  /** The text that was typed as JSON, in a form that shows it. */
  json: string | undefined;
} & (
  | { /** The traits as they were typed. */ typed: Fields }
  | { /** Why the JSON cannot be used. */ problem: 'json' | 'large'; detail: string }
);

/** Chooses the other's value at the places where the form says so. @throws PortalError 400 for a place that is too deep */
function withChosen(draft: Fields, base: Fields, form: Fields): Fields {
  const paths = Object.entries(form).flatMap(([name, choice]) =>
    name.startsWith('keep/') && choice === 'theirs' ? name.slice('keep'.length) : [],
  );
  if (paths.some((path) => namesIn(path).length > mostLevels)) throw malformedRequest();
  return withChanges(
    draft,
    paths.map((path) => ({ path, after: valueAt(base, path) })),
  );
}

/**
 * Reads a form of traits.
 *
 * @param schema the part of the identity schema that describes the traits
 * @throws PortalError 400 for a form that no page has shown
 */
export function readTraitForm(form: Fields, schema: Fields): TraitForm {
  const base = jsonIn(textIn(form.base));
  const draft = textIn(form.draft) === undefined ? base : jsonIn(textIn(form.draft));
  if (!isTree(base) || !isTree(draft) || isDeeper([base, draft], mostLevels + 1)) throw malformedRequest();
  if (form.as !== 'json')
    return { base, typed: withChosen(withTyped(schema, draft, form), base, form), json: undefined };
  const json = typeof form.json === 'string' ? form.json : '';
  try {
    const typed = parseExactly(json);
    if (!isTree(typed)) return { base, json, problem: 'json', detail: '' };
    return isDeeper(typed, mostLevels) ? { base, json, problem: 'large', detail: '' } : { base, json, typed };
  } catch (error) {
    return { base, json, problem: 'json', detail: (error as SyntaxError).message };
  }
}

/** Whether a form of traits asks for the other one: JSON, or fields. */
export const isOtherForm = ({ step }: Fields): boolean => step === 'json' || step === 'form';

/** Whether the next page shows a form of traits as JSON. @param json the text that was typed as JSON, if any */
export const isShownAsJson = ({ step }: Fields, json: string | undefined): boolean =>
  step === 'json' || (json !== undefined && step !== 'form');

/**
 * Returns what the page of a form of traits shows of them.
 *
 * @param json the text in the JSON form; undefined for the form of fields, unless the schema has none
 */
export function shownForm(
  schema: Fields,
  { base, draft, json }: { base: Fields; draft: Fields; json: string | undefined },
): Pick<ConsoleProps['edit'], 'fields' | 'base' | 'draft' | 'json'> {
  const fields = formFields(schema, draft);
  const text = json ?? (fields.length === 0 ? indented(draft) : undefined);
  return {
    fields,
    base: JSON.stringify(base),
    draft: JSON.stringify(draft),
    ...(text !== undefined && { json: text }),
  };
}

/** Returns what a page says of traits that could not be written. */
export const notWritten = ({ problem }: { problem: ActProblem }): Pick<ConsoleProps['edit'], 'problem'> => ({
  problem: problem === 'log' ? 'log' : 'failed',
});

/** Returns what a page says of a refusal. @param identifiers the typed ones, of which somebody else may have some */
export async function refusedFields(
  { text, isTaken }: Refusal,
  identifiers: readonly Identifier[],
  { identities }: Pick<ConsoleNeeds, 'identities'>,
): Promise<Pick<ConsoleProps['edit'], 'problem' | 'detail' | 'wrong'>> {
  const owners = await fewAtATime(isTaken ? identifiers : [], (one) =>
    orNone(identities.signingInWith(one.text)),
  );
  const owned = identifiers.filter((_one, at) => owners[at]?.length);
  const wrong = (owned.length > 0 ? owned : isTaken ? identifiers : []).map((one) => ({
    path: one.place.slice('/traits'.length),
    text: 'provider.4000007',
    values: { subject: one.text.includes('@') ? 'email' : '' },
    findUrl: pageUrl('/manage/find', { q: one.text }),
  }));
  const all = isTaken ? wrong : wrongFields(text);
  return { problem: 'refused', wrong: all, ...(all.length === 0 && { detail: text }) };
}

const valueText = (value: unknown): string | undefined =>
  value === undefined ? undefined : JSON.stringify(value);

/** Returns a change with its values as JSON. */
export function shownChange({ path, before, after }: Change): ShownChange {
  const [from, to] = [valueText(before), valueText(after)];
  return { path, ...(from !== undefined && { before: from }), ...(to !== undefined && { after: to }) };
}

/** Indents traits as their JSON form shows them. */
export const indented = (traits: Fields): string => JSON.stringify(traits, undefined, 2);
