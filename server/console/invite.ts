import { includesRole, type ConsoleProps } from '../../shared/console.ts';
import { fieldsOf } from '../../shared/fields.ts';
import { malformedRequest } from '../http/errors.ts';
import { PortalError } from '../http/PortalError.ts';
import { identifiersIn, listSchemas, readTraitsSchema } from '../upstreams/identitySchema.ts';
import { carryOut, type MakeOptions } from './carryOut.ts';
import { personActions } from './acts.ts';
import { forbidden } from './forbidden.ts';
import { failure } from './logAct.ts';
import { nameOf } from './nameOf.ts';
import type { ConsoleLoaded, ConsoleLoader, ConsoleNeeds, FormHandler } from './needs.ts';
import { readPerson } from './person.ts';
import { indented, isShownAsJson, readTraitForm, refusedFields, shownForm } from './traitForm.ts';

const people = '/manage/people';

const invitePage = (props: Partial<ConsoleProps['edit']>, status = 200): ConsoleLoaded => ({
  status,
  page: {
    name: 'edit',
    props: { name: '', schemas: [], fields: [], base: '{}', draft: '{}', ...props },
  },
});

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
    const created = { operation: 'createPerson', target: '' };
    if (!includesRole(member.role, 'write')) {
      await needs.logAct(member, request, { ...created, outcome: 'refused: forbidden' });
      return forbidden(member, 'write', people);
    }
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
    if (form.step === 'json' || form.step === 'form') return page(200, {});

    const end = await needs.beginAct(member, request, { ...created, after: typed });
    if (!end) return page(503, { problem: 'log' });
    let made: Awaited<ReturnType<typeof identities.create>>;
    try {
      made = await identities.create(schema, typed);
    } catch (error) {
      await end(failure(error));
      if (!(error instanceof PortalError)) throw error;
      return page(error.status, { problem: 'failed' });
    }
    if ('refused' in made) {
      await end('refused: provider');
      const status = made.refused.isTaken ? 409 : 400;
      return page(status, await refusedFields(made.refused, identifiersIn(described, typed), needs));
    }
    const line = await end('made', { target: made.id });
    const recorded = { identity: made.id, kind: 'changedByAdmin' } as const;
    await store.record({ ...recorded, about: { operation: 'createIdentity' } });

    const account = await readPerson(needs, made.id);
    const url = `${people}/${account.id}`;
    const act = how === 'show' ? 'showRecoveryCode' : 'mailRecoveryCode';
    const lead = (done: string): ConsoleLoaded => ({ redirect: url, done: { act: done, log: line } });
    const { limit, make } = personActions[act];
    const code = { operation: act, role: 'write', target: account.id, limit } as const;
    const outcome = await carryOut(
      request,
      member,
      { ...code, make: () => make(needs, account, '') },
      url,
      needs,
    );
    if (!('made' in outcome)) return lead('createPersonOnly');
    await store.record({ ...recorded, about: { operation: 'createRecoveryCodeForIdentity' } });
    const { secret } = outcome.made;
    if (!secret) return lead('createPerson');
    const target = { name: nameOf(account), url };
    return { page: { name: 'secret', props: { act, target, ...secret, log: outcome.log } } };
  };
