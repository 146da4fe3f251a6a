import { includesRole } from '../../shared/console/acts.ts';
import type { ConsoleProps } from '../../shared/console/pages.ts';
import { fieldsOf } from '../../shared/fields.ts';
import { malformedRequest } from '../http/errors.ts';
import { identifiersIn, listSchemas, readTraitsSchema } from '../upstreams/identitySchema.ts';
import { carryOut, refuse, type MakeOptions } from './carryOut.ts';
import { personActions, type Made } from './acts.ts';
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
  indented,
  isOtherForm,
  isShownAsJson,
  notWritten,
  readTraitForm,
  refusedFields,
  shownForm,
} from './traitForm.ts';

const people = '/manage/people';

const invitePage = (props: Partial<ConsoleProps['edit']>, status?: number): ConsoleLoaded =>
  shown('edit', { name: '', schemas: [], fields: [], base: '{}', draft: '{}', ...props }, status);

/** `GET /manage/invite`: a form for somebody new; with several schemas, it first asks which. */
export const invite =
  ({ provider: { kratos } }: ConsoleNeeds): ConsoleLoader =>
  async ({ query, member }) => {
    if (!includesRole(member.role, 'write')) return forbidden(member, 'write', people);
    const schemas = await listSchemas(kratos);
    const asked = query.get('schema') ?? (schemas.length === 1 ? schemas[0] : undefined);
    const schema = schemas.find((one) => one === asked);
    if (schema === undefined) return invitePage({ schemas });
    const json = query.get('as') === 'json' ? '{}' : undefined;
    const shown = shownForm(await readTraitsSchema(kratos, schema), { base: {}, draft: {}, json });
    return invitePage({ schema, schemas, ...shown });
  };

/** Creates somebody, and mails them a code to sign in with, or shows it. */
export const postInvite =
  (needs: MakeOptions): FormHandler =>
  async (request, member) => {
    const { identities, store, provider } = needs;
    const created = { operation: 'createPerson', role: 'write', target: '' } as const;
    const refused = await refuse(request, member, created, people, needs);
    if (refused) return refused;
    const form = fieldsOf(request.body);
    const schemas = await listSchemas(provider.kratos);
    const schema = schemas.find((one) => one === form.schema);
    if (schema === undefined) throw malformedRequest();
    const described = await readTraitsSchema(provider.kratos, schema);
    const read = readTraitForm(form, described);
    const { base, json } = read;
    const typed = 'typed' in read ? read.typed : base;
    const how = form.how === 'show' ? 'show' : 'mail';
    const page = (status: number, more: Partial<ConsoleProps['edit']>): ConsoleLoaded => {
      const text = isShownAsJson(form, json) ? indented(typed) : undefined;
      return invitePage(
        { schema, schemas, how, ...shownForm(described, { base, draft: typed, json: text }), ...more },
        status,
      );
    };
    if ('detail' in read)
      return page(400, { problem: read.problem, detail: read.detail, ...(json !== undefined && { json }) });
    if (isOtherForm(form)) return page(200, {});

    const make = async (): Promise<Made> => {
      const made = await identities.create(schema, typed);
      return 'refused' in made ? { refusal: made.refused } : { target: made.id };
    };
    const outcome = await carryOut(request, member, { ...created, after: typed, make }, people, needs);
    if ('refused' in outcome) return outcome.refused;
    if ('problem' in outcome) return page(outcome.status, notWritten(outcome));
    const { refusal, target: id = '' } = outcome.made;
    if (refusal)
      return page(
        refusal.isTaken ? 409 : 400,
        await refusedFields(refusal, identifiersIn(described, typed), needs),
      );
    const recorded = { identity: id, kind: 'changedByAdmin' } as const;
    await store.record({ ...recorded, about: { operation: 'createIdentity' } });

    const account = await readPerson(needs, id);
    const url = `${people}/${account.id}`;
    const act = how === 'show' ? 'showRecoveryCode' : 'mailRecoveryCode';
    const lead = (done: string): ConsoleLoaded => ({ redirect: url, done: { act: done, log: outcome.log } });
    const { limit, make: makeCode } = personActions[act];
    const code = { operation: act, role: 'write', target: account.id, limit } as const;
    const mailed = await carryOut(
      request,
      member,
      { ...code, make: () => makeCode(needs, account, '') },
      url,
      needs,
    );
    if (!('made' in mailed)) return lead('createPersonOnly');
    await store.record({ ...recorded, about: { operation: 'createRecoveryCodeForIdentity' } });
    const { secret } = mailed.made;
    if (!secret) return lead('createPerson');
    const target = { name: nameOf(account), url };
    return shown('secret', { act, target, ...secret, log: mailed.log });
  };
