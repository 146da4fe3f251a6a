import { beforeAll, describe, expect, test } from '@jest/globals';
import { parseExactly } from '../../shared/exactJson.ts';
import { ConsoleMember, hiddenIn, textIn } from '../support/consoleMember.ts';
import { FlowBrowser, somebody } from '../support/flowBrowser.ts';
import { createIdentity, type TestIdentity } from '../support/identities.ts';
import { mailedCode } from '../support/mailedCode.ts';
import { processorMsOf } from '../support/processorMsOf.ts';
import { startPortal } from '../support/portal.ts';
import { useConsole } from '../support/useConsole.ts';

const text = { type: 'string' };
const address = {
  credentials: { password: { identifier: true }, code: { identifier: true, via: 'email' } },
  verification: { via: 'email' },
  recovery: { via: 'email' },
};
const schema = {
  $id: 'kinds',
  type: 'object',
  properties: {
    traits: {
      type: 'object',
      properties: {
        email: { ...text, format: 'email', title: 'E-Mail', 'ory.sh/kratos': address },
        tos: { type: 'boolean' },
        name: { type: 'object', properties: { first: text, last: text } },
        nick: { type: ['string', 'null'], title: 'Nickname', minLength: 2 },
        note: { ...text, title: 'Note' },
        seen: { ...text, format: 'date-time', title: 'Last seen' },
        born: { ...text, format: 'date', title: 'Born' },
        insured: { type: 'integer', title: 'Insurance number' },
        ward: { ...text, enum: ['north', 'south'], title: 'Ward' },
        calls: { type: 'boolean', title: 'Calls' },
        tags: { type: 'array', items: text },
        grades: { type: 'object', properties: { 1: text, 2: text } },
      },
      required: ['email'],
    },
  },
};
const asUrl = (value: object): string => `base64://${Buffer.from(JSON.stringify(value)).toString('base64')}`;

const used = useConsole({
  kratos: { IDENTITY_SCHEMAS: JSON.stringify([{ id: 'default', url: asUrl(schema) }]) },
});
const { stack, writer, helper, directory } = used;
let { member, log } = used;
beforeAll(() => {
  ({ member, log } = used);
});

/** The lines of the log about an account, the latest first. */
const linesAbout = async (id: string) =>
  (await log.acts.read({ target: id })).acts.map(({ operation, outcome, about: { before, after } }) => ({
    operation,
    outcome,
    before,
    after,
  }));

const kept =
  '{"name":{"first":"Ilvy","last":"Brandmoor"},"nick":null,"note":"first\\nsecond\\r\\n",' +
  '"seen":"2026-01-31T12:00:59.5+02:00","insured":12345678901234567,"tags":["a","b"]}';

const someone = (): Promise<TestIdentity> =>
  createIdentity(stack.kratos.adminUrl, { traits: parseExactly(kept) as Record<string, unknown> });

const identityAt = (id: string): Promise<Response> =>
  fetch(`${stack.kratos.adminUrl}/admin/identities/${id}`);

/** Reads an account's traits as JSON, in the digits in which they are stored. */
async function traitsOf(id: string): Promise<string> {
  const { traits } = parseExactly(await (await identityAt(id)).text()) as { traits: object };
  return JSON.stringify(traits);
}

const editUrl = ({ id }: TestIdentity): string => `/manage/people/${id}/edit`;

/** Opens the form, and sends it with what is typed. */
async function review(account: TestIdentity, typed: Record<string, string>, query = '') {
  const { html } = await member.open(editUrl(account) + query);
  return member.send(editUrl(account), html, typed);
}

/** Presses the button of the difference that a page shows. */
const save = (account: TestIdentity, html: string) => member.send(editUrl(account), html, { step: 'save' });

const patched = (id: string, value: object) =>
  fetch(`${stack.kratos.adminUrl}/admin/identities/${id}`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(value),
  });

test('the page of a person shows all digits of a number', async () => {
  const { html } = await member.open(`/manage/people/${(await someone()).id}`);
  expect(textIn(html)).toMatch(/insured 12345678901234567/);
});

describe('the form of somebody’s traits', () => {
  test('shows the schema’s fields with their values and types; what it cannot show is only in the JSON', async () => {
    const { html } = await member.open(editUrl(await someone()));
    expect(html).toMatch(/<input[^>]* name="\/name\/last"[^>]*value="Brandmoor"/);
    expect(html).toMatch(/<input[^>]*type="number"[^>]*/);
    expect(html).toContain('Insurance number');
    expect(html).toContain('<option value="south">south</option>');
    expect(html).toContain('value="12345678901234567"');
    for (const absent of ['"/tags', '"/note']) expect(html).not.toContain(`name=${absent}`);
    const { html: json } = await member.open(`${editUrl(await someone())}?as=json`);
    expect(json).toContain('&quot;insured&quot;: 12345678901234567');
  });

  test('shows the difference first, saves only that, and writes it down', async () => {
    const account = await someone();
    const before = await traitsOf(account.id);
    const page = await review(account, {
      '/name/last': 'Brandmoor-Vell',
      '/ward': 'south',
      '/calls': 'false',
    });
    expect(page.status).toBe(200);
    const shown = textIn(page.html);
    expect(shown).toContain('Last name Brandmoor Brandmoor-Vell');
    expect(shown).toContain('Ward Not set south');
    expect(shown).toContain('Save 3 changes');
    expect(await traitsOf(account.id)).toBe(before);

    const saved = await save(account, page.html);
    expect([saved.status, saved.to]).toEqual([303, `/manage/people/${account.id}`]);
    const expected = { ...(parseExactly(before) as object), name: { first: 'Ilvy', last: 'Brandmoor-Vell' } };
    const after = parseExactly(await traitsOf(account.id));
    expect(JSON.stringify(after)).toContain('"insured":12345678901234567');
    expect(JSON.parse(JSON.stringify(after))).toEqual(
      JSON.parse(JSON.stringify({ ...expected, ward: 'south', calls: false })),
    );
    expect(textIn((await member.open(saved.to)).html)).toContain('The changes are saved.');
    expect(await linesAbout(account.id)).toEqual([
      {
        operation: 'editTraits',
        outcome: 'made',
        before: { '/name/last': 'Brandmoor' },
        after: { '/name/last': 'Brandmoor-Vell', '/ward': 'south', '/calls': false },
      },
    ]);
    const { events } = await log.history(account.id, {});
    expect(events).toMatchObject([{ kind: 'changedByAdmin', about: { operation: 'patchIdentity' } }]);
  });

  test('removes what is emptied, and sends nothing if nothing is different', async () => {
    const account = await someone();
    const same = await review(account, { '/name/last': 'Brandmoor' });
    expect(textIn(same.html)).toContain('Nothing is different.');
    await save(account, (await review(account, { '/name/last': '' })).html);
    expect(JSON.parse(await traitsOf(account.id))).toHaveProperty('name', { first: 'Ilvy' });
  });

  test('an edit is undone from its notice: with the difference first, and without what was changed since', async () => {
    const account = await someone();
    const saved = await save(
      account,
      (await review(account, { '/name/last': 'Vell', '/ward': 'south', '/nick': '' })).html,
    );
    const { html: notice } = await member.open(saved.to);
    expect(notice.indexOf('data-act="editTraits"')).toBeGreaterThan(notice.indexOf('<h1'));
    const [, undo = ''] = /href="([^"]*\?undo=[^"]*)"/.exec(notice) ?? [];
    await patched(account.id, [{ op: 'replace', path: '/traits/ward', value: 'north' }]);
    const page = await member.open(undo);
    expect(textIn(page.html)).toContain('Last name Vell Brandmoor');
    expect(textIn(page.html)).toContain('Save 1 change');
    await save(account, page.html);
    expect(JSON.parse(await traitsOf(account.id))).toMatchObject({
      ward: 'north',
      name: { last: 'Brandmoor' },
    });
    expect(textIn((await member.open(undo)).html)).toContain('Nothing is different.');
  });

  test('says at each field why Kratos refuses it, and keeps what was typed', async () => {
    const account = await someone();
    const before = await traitsOf(account.id);
    const page = await review(account, { '/nick': 'x', '/insured': '12', '/name/first': 'Ada' });
    const refused = await save(account, page.html);
    expect(refused.status).toBe(400);
    expect(textIn(refused.html)).toContain('Nickname : Enter at least 2 characters; you have entered 1.');
    expect(refused.html).toMatch(
      /<input(?=[^>]*name="\/nick")(?=[^>]*aria-invalid="true")(?=[^>]*aria-describedby="wrong\/nick")(?=[^>]*value="x")/,
    );
    expect(refused.html).toMatch(/<input(?=[^>]*name="\/name\/first")(?=[^>]*value="Ada")/);
    expect(await traitsOf(account.id)).toBe(before);
  });
});

test('an address that somebody else has is said at its field, with who has it', async () => {
  const [account, other] = [await someone(), await someone()];
  const page = await review(account, { '/email': other.email, '/name/last': 'Vell' });
  const refused = await save(account, page.html);
  expect(refused.status).toBe(409);
  expect(textIn(refused.html)).toContain('Email : There is already an account with this email.');
  expect(refused.html).toContain(`href="/manage/find?q=${encodeURIComponent(other.email)}"`);
  expect(refused.html).toMatch(/<input(?=[^>]*name="\/name\/last")(?=[^>]*value="Vell")/);
});

describe('the JSON of somebody’s traits', () => {
  test('changes what the form cannot show', async () => {
    const account = await someone();
    const traits = JSON.parse(kept) as object;
    const typed = JSON.stringify({ ...traits, email: account.email, tos: true, tags: ['b'] });
    const json = typed.replace(/"insured":\d+/, '"insured":12345678901234567');
    const page = await review(account, { json }, '?as=json');
    expect(textIn(page.html)).toContain('Save 1 change');
    await save(account, page.html);
    expect(JSON.parse(await traitsOf(account.id))).toMatchObject({ tags: ['b'], nick: null });
    expect(await traitsOf(account.id)).toContain('"insured":12345678901234567');
  });

  test.each(['{"email":', '[1]', ''])('that is not an object is shown again: %s', async (json) => {
    const page = await review(await someone(), { json }, '?as=json');
    expect(page.status).toBe(400);
    expect(textIn(page.html)).toContain('This is not a JSON object.');
    expect(page.html).toContain(`${json.replaceAll('"', '&quot;')}</textarea>`);
  });
});

describe('a form that no page has shown', () => {
  const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
  const wide = JSON.stringify(Object.fromEntries(Array.from({ length: 12_000 }, (_, at) => [`k${at}`, at])));
  const tooMuch = 'at most 500 values and 100 levels';

  test.each([
    ['thousands of values', { base: '{}', json: wide }, 400, tooMuch],
    ['the values of another account', { base: wide, json: '{}' }, 400, tooMuch],
    ['thousands of levels', { json: nested(5000) }, 400, tooMuch],
    ['more levels than a form has', { json: nested(101) }, 400, tooMuch],
    ['thousands of levels from the start', { base: nested(5000), json: '{}' }, 400, ''],
    ['a number with many digits', { json: '12345678901234567' }, 400, 'This is not a JSON object.'],
    ['a place of thousands of levels', { as: '', [`keep${'/a'.repeat(50_000)}`]: 'theirs' }, 400, ''],
  ])('with %s is refused at once', async (_what, fields, expected, says) => {
    const account = await someone();
    const { html } = await member.open(`${editUrl(account)}?as=json`);
    const before = processorMsOf(stack.portal.pid);
    const { status, html: shown } = await member.send(editUrl(account), html, { step: 'look', ...fields });
    expect(processorMsOf(stack.portal.pid) - before).toBeLessThan(2000);
    expect([status, textIn(shown)]).toEqual([expected, expect.stringContaining(says)]);
  });
});

describe('two administrators at once', () => {
  test('who save in the same moment: one is first, the other sees it', async () => {
    const account = await someone();
    const pages = [
      await review(account, { '/name/last': 'One' }),
      await review(account, { '/ward': 'south' }),
    ];
    const saved = await Promise.all(pages.map(({ html }) => save(account, html)));
    expect(saved.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([303, 409]);
    const first = saved.findIndex(({ status }) => status === 303);
    expect(await linesAbout(account.id)).toHaveLength(1);
    expect((await save(account, saved[1 - first]?.html ?? '')).status).toBe(303);
    expect(JSON.parse(await traitsOf(account.id))).toMatchObject({ ward: 'south', name: { last: 'One' } });
  });

  test('in front of two replicas: of two edits one is first, the other sees it, and nothing is lost beside other acts', async () => {
    const portal = await startPortal({
      KRATOS_PUBLIC_URL: stack.kratos.publicUrl,
      KRATOS_ADMIN_URL: stack.kratos.adminUrl,
      KRATOS_HOOKS: 'off',
      PORTAL_URL: stack.url,
      PORTAL_ADMINS: writer,
      DATA_DIRECTORY: directory,
    });
    const { account: self, browser } = member;
    const other = new ConsoleMember(
      self,
      new FlowBrowser(stack, { url: portal.url, jar: browser.jar }),
      stack.url,
    );
    for (let round = 0; round < 5; round += 1) {
      const account = await someone();
      const url = `/manage/people/${account.id}`;
      const [one, two] = [
        await review(account, { '/name/last': 'One' }),
        await review(account, { '/ward': 'south' }),
      ];
      const act = await member.open(`${url}/deactivate`);
      const [first, second, deactivated] = await Promise.all([
        save(account, one.html),
        other.send(editUrl(account), two.html, { step: 'save' }),
        other.send(`${url}/deactivate`, act.html, { reason: 'asked' }),
      ]);
      expect([first.status, second.status].toSorted((a, b) => a - b)).toEqual([303, 409]);
      expect(deactivated.status).toBe(303);
      await save(account, (first.status === 409 ? first : second).html);
      expect(await (await identityAt(account.id)).json()).toMatchObject({
        state: 'inactive',
        traits: { ward: 'south', name: { last: 'One' } },
      });
    }
    await portal.stop();
  });

  const rename = (id: string, path: string, value: string) =>
    patched(id, [{ op: 'add', path: `/traits${path}`, value }]);

  test('changes of different fields are joined, once both are shown', async () => {
    const account = await someone();
    const { html } = await member.open(editUrl(account));
    await rename(account.id, '/ward', 'north');
    const page = await member.send(editUrl(account), html, { '/name/last': 'Vell' });
    expect(page.status).toBe(409);
    expect(textIn(page.html)).toContain('No field clashes');
    expect(textIn(page.html)).toContain('Ward Not set north');
    expect(JSON.parse(await traitsOf(account.id))).toHaveProperty('name.last', 'Brandmoor');
    expect((await save(account, page.html)).status).toBe(303);
    expect(JSON.parse(await traitsOf(account.id))).toMatchObject({ ward: 'north', name: { last: 'Vell' } });
  });

  test.each([
    ['theirs', { first: 'Ada', last: 'Theirs' }],
    ['mine', { first: 'Ada', last: 'Mine' }],
  ])('a field that both have changed becomes %s, as is chosen', async (choice, name) => {
    const account = await someone();
    const shown = await review(account, { '/name/last': 'Mine', '/name/first': 'Ada' });
    await rename(account.id, '/name/last', 'Theirs');
    const page = await save(account, shown.html);
    expect(page.status).toBe(409);
    expect(textIn(page.html)).toContain('1 field clashes');
    expect(page.html.match(/type="radio"/g)).toHaveLength(2);
    expect(JSON.parse(await traitsOf(account.id))).toHaveProperty('name', { first: 'Ilvy', last: 'Theirs' });
    const chosen = await member.send(editUrl(account), page.html, { 'keep/name/last': choice });
    expect((await save(account, chosen.html)).status).toBe(303);
    expect(JSON.parse(await traitsOf(account.id))).toHaveProperty('name', name);
  });
});

describe('an invitation', () => {
  const invite = async (fields: Record<string, string>) => {
    const { html } = await member.open('/manage/invite');
    expect(hiddenIn(html)).toHaveProperty('schema', 'default');
    return member.send('/manage/invite', html, fields);
  };

  test('creates somebody and mails them a code', async () => {
    const email = somebody();
    const made = await invite({ '/email': email, '/name/first': 'Zofka', '/insured': '7', how: 'mail' });
    expect(made.status).toBe(303);
    const id = made.to.split('/').at(-1) ?? '';
    expect(JSON.parse(await traitsOf(id))).toEqual({ email, name: { first: 'Zofka' }, insured: 7 });
    expect(await mailedCode(stack.mailbox, email)).toMatch(/^\d+$/);
    const { html } = await member.open(made.to);
    expect(textIn(html)).toContain('a code is on its way');
    expect(textIn(html)).toContain(`Invited, has not come yet. A code to ${email} lets them in.`);
  });

  test('shows a code once', async () => {
    const email = somebody();
    const made = await invite({ '/email': email, how: 'show' });
    expect(made.status).toBe(200);
    expect(textIn(made.html)).toMatch(/The recovery code .*\/recovery\?.* \d{3} \d{3} .*It works until/);
    const id = /\/manage\/people\/([\da-f-]{36})/.exec(made.html)?.[1] ?? '';
    expect(await linesAbout(id)).toMatchObject([
      { operation: 'showRecoveryCode', outcome: 'made' },
      { operation: 'createPerson', outcome: 'made', after: { email } },
    ]);
  });

  test('of somebody who has an account already is refused, with a link that finds them', async () => {
    const { email } = await someone();
    const refused = await invite({ '/email': email, '/name/first': 'Zofka' });
    expect(refused.status).toBe(409);
    expect(textIn(refused.html)).toContain('There is already an account with this email.');
    expect(refused.html).toContain(`href="/manage/find?q=${encodeURIComponent(email)}"`);
    expect(refused.html).toMatch(/<input(?=[^>]*name="\/name\/first")(?=[^>]*value="Zofka")/);
  });
});

test('a helper may neither edit nor invite', async () => {
  const account = await someone();
  const { html } = await member.open(editUrl(account));
  const other = await ConsoleMember.arrive(stack, helper);
  const page = await other.open(`/manage/people/${account.id}`);
  for (const path of [editUrl(account), '/manage/invite']) {
    const { status, html: shown } = await other.open(path);
    expect([status, textIn(shown)]).toEqual([403, expect.stringContaining('Administrators may.')]);
    const { _csrf = '' } = hiddenIn((await other.open(`/manage/people/${account.id}/deactivate`)).html);
    const fields = { ...hiddenIn(html), account: other.account.id, _csrf, '/name/last': 'X', step: 'save' };
    expect((await other.send(path, page.html, fields)).status).toBe(403);
  }
  expect(JSON.parse(await traitsOf(account.id))).toHaveProperty('name.last', 'Brandmoor');
});
