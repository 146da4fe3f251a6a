import { includesRole } from '../../shared/console/acts.ts';
import type { ConsoleProps } from '../../shared/console/pages.ts';
import { fieldsOf, type Fields } from '../../shared/fields.ts';
import { identifiersIn, readTraitsSchema } from '../upstreams/identitySchema.ts';
import type { StoredIdentity } from '../upstreams/storedIdentity.ts';
import { carryOut, refuse, type MakeOptions } from './carryOut.ts';
import { forbidden } from './forbidden.ts';
import { nameOf } from './nameOf.ts';
import {
  shown,
  type ConsoleLoaded,
  type ConsoleLoader,
  type ConsoleNeeds,
  type FormHandler,
} from './needs.ts';
import { readPerson } from './person.ts';
import {
  changesBetween,
  isSame,
  merge,
  patchFor,
  valueAt,
  withChanges,
  type Change,
} from './traitChanges.ts';
import {
  indented,
  isOtherForm,
  isShownAsJson,
  notWritten,
  readTraitForm,
  refusedFields,
  shownChange,
  shownForm,
} from './traitForm.ts';

const urlOf = ({ id }: StoredIdentity): string => `/manage/people/${id}`;

/** Returns the page that edits somebody. */
export const editUrl = (id: string): string => `/manage/people/${id}/edit`;

const schemaOf = ({ provider }: ConsoleNeeds, { schema_id }: StoredIdentity): Promise<Fields> =>
  readTraitsSchema(provider.kratos, schema_id ?? '');

/** The page that edits somebody. */
const editPage = (
  account: StoredIdentity,
  form: ReturnType<typeof shownForm>,
  more: Partial<ConsoleProps['edit']> = {},
  status?: number,
): ConsoleLoaded =>
  shown(
    'edit',
    {
      id: account.id,
      name: nameOf(account),
      ...(account.schema_id && { schema: account.schema_id }),
      schemas: [],
      ...form,
      ...more,
    },
    status,
  );

const valuesOf = (changes: readonly Change[], side: 'before' | 'after'): Fields =>
  Object.fromEntries(changes.map((change) => [change.path, change[side]]));

/** Returns traits with what an edit has changed as it was before, by its line in the log; what was changed since stays. */
async function withoutEdit(
  { store }: ConsoleNeeds,
  line: string,
  id: string,
  traits: Fields,
): Promise<Fields> {
  const [act] = (await store.acts.read({ id: line })).acts;
  if (act?.operation !== 'editTraits' || act.target !== id || act.outcome !== 'made') return traits;
  const [before, after] = [fieldsOf(act.about.before), fieldsOf(act.about.after)];
  const paths = Object.keys({ ...before, ...after });
  const untouched = paths.filter((path) => isSame(valueAt(traits, path), after[path]));
  return withChanges(
    traits,
    untouched.map((path) => ({ path, after: before[path] })),
  );
}

/**
 * `GET /manage/people/{id}/edit`: a form of somebody's traits, or their JSON with `as=json`; with the line of an edit as `undo` what
 * takes that back.
 */
export const edit =
  (needs: ConsoleNeeds): ConsoleLoader =>
  async ({ params: { id = '' }, query, member }) => {
    const account = await readPerson(needs, id);
    if (!includesRole(member.role, 'write')) return forbidden(member, 'write', urlOf(account));
    const base = fieldsOf(account.traits);
    const json = query.get('as') === 'json' ? indented(base) : undefined;
    const schema = await schemaOf(needs, account);
    const undone = query.get('undo');
    const draft = undone === null ? base : await withoutEdit(needs, undone, account.id, base);
    const changes = changesBetween(base, draft).map(shownChange);
    return editPage(account, shownForm(schema, { base, draft, json }), {
      ...(changes.length > 0 && { changes }),
      ...(changes.length === 0 && undone !== null && { problem: 'same' }),
    });
  };

/**
 * Takes the form. It first shows what would change, and saves that on the next press; what somebody else has changed meanwhile
 * stays, and is shown.
 */
export const postEdit =
  (needs: MakeOptions): FormHandler =>
  async (request, member) => {
    const account = await readPerson(needs, String(request.params.id));
    const url = urlOf(account);
    const act = { operation: 'editTraits', role: 'write', target: account.id } as const;
    const refused = await refuse(request, member, act, url, needs);
    if (refused) return refused;
    const schema = await schemaOf(needs, account);
    const form = fieldsOf(request.body);
    const read = readTraitForm(form, schema);
    const { base, json } = read;
    if ('detail' in read) {
      const given = shownForm(schema, { base, draft: base, json });
      return editPage(account, given, { problem: read.problem, detail: read.detail }, 400);
    }

    const stored = fieldsOf(account.traits);
    const merged = merge(base, read.typed, stored);
    if (!merged)
      return editPage(account, shownForm(schema, { base, draft: base, json }), { problem: 'large' }, 400);
    const { traits: draft, theirs, clashes } = merged;
    const changes = changesBetween(stored, draft);
    const shown = shownForm(schema, {
      base: stored,
      draft,
      json: isShownAsJson(form, json) ? indented(draft) : undefined,
    });
    const page = (status: number, more: Partial<ConsoleProps['edit']>): ConsoleLoaded =>
      editPage(account, shown, more, status);
    if (theirs.length > 0)
      return page(409, {
        problem: 'changed',
        theirs: theirs.map(shownChange),
        clashes: clashes.map(({ path, after }) =>
          shownChange({ path, before: valueAt(stored, path), after }),
        ),
        changes: changes.map(shownChange),
      });
    if (isOtherForm(form)) return page(200, {});
    if (changes.length === 0) return page(200, { problem: 'same' });
    if (form.step !== 'save') return page(200, { changes: changes.map(shownChange) });

    const deed = {
      ...act,
      before: valuesOf(changes, 'before'),
      after: valuesOf(changes, 'after'),
      make: async () => ({ refusal: await needs.identities.changeTraits(account.id, patchFor(changes)) }),
    };
    const outcome = await carryOut(request, member, deed, url, needs);
    if ('refused' in outcome) return outcome.refused;
    if ('problem' in outcome)
      return page(outcome.status, { ...notWritten(outcome), changes: changes.map(shownChange) });
    const { refusal } = outcome.made;
    if (refusal) {
      const changed = identifiersIn(schema, draft).filter(({ place }) => {
        const path = place.slice('/traits'.length);
        return changes.some((change) => change.path === path);
      });
      return page(refusal.isTaken ? 409 : 400, await refusedFields(refusal, changed, needs));
    }
    await needs.store.record({
      identity: account.id,
      kind: 'changedByAdmin',
      about: { operation: 'patchIdentity' },
    });
    return { redirect: url, done: { act: 'editTraits', log: outcome.log } };
  };
