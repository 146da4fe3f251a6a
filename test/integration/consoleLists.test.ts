import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Store } from '../../server/store/store.ts';
import { consoleRoles, type ConsoleRole } from '../../shared/console/acts.ts';
import { ConsoleMember } from '../support/consoleMember.ts';
import { FlowBrowser, somebody } from '../support/flowBrowser.ts';
import { createIdentity, type TestIdentity } from '../support/identities.ts';
import { isOtherKratos } from '../support/isOtherKratos.ts';
import { mailedCode } from '../support/mailedCode.ts';
import { newDirectory } from '../support/newDirectory.ts';
import { startOAuth2Stack } from '../support/oauth2Stack.ts';
import { storeIn } from '../support/useStores.ts';

const addresses: Record<ConsoleRole, string> = { read: somebody(), help: somebody(), write: somebody() };

let stack: Awaited<ReturnType<typeof startOAuth2Stack>>;
let store: Store;
let ada: TestIdentity;
const members: Partial<Record<ConsoleRole, FlowBrowser>> = {};
const ids: Partial<Record<ConsoleRole, string>> = {};

beforeAll(async () => {
  const directory = newDirectory();
  stack = await startOAuth2Stack({
    portal: {
      DATA_DIRECTORY: directory,
      PORTAL_ADMINS: addresses.write,
      PORTAL_HELPERS: addresses.help,
      PORTAL_READERS: addresses.read,
    },
  });
  store = await storeIn(directory);
  for (const role of consoleRoles) {
    const { account, browser } = await ConsoleMember.arrive(stack, addresses[role]);
    ids[role] = account.id;
    members[role] = browser;
  }
  ada = await createIdentity(stack.kratos.adminUrl, {
    traits: { name: { first: '=Ada', last: '<b>Lovelace</b>' } },
  });
  await new FlowBrowser(stack).signIn(ada.email, 'wrong');
}, 300_000);

afterAll(async () => {
  await store.close();
  await stack.stop();
});

/** Opens a page as somebody with a role. */
async function open(path: string, role: ConsoleRole = 'write') {
  const answer = await members[role]?.call(path, { headers: { accept: 'text/html' } });
  const text = (await answer?.text()) ?? '';
  return {
    status: answer?.status,
    location: answer?.headers.get('location'),
    text,
    headers: answer?.headers,
  };
}

const find = (text: string) => open(`/manage/find?q=${encodeURIComponent(text)}`);

/** Sends the form of a page that has some fields. */
async function send(
  page: string,
  action: string,
  fields: Record<string, string>,
  role: ConsoleRole = 'write',
) {
  const own = await open(page, role);
  const [, csrf = ''] = /name="_csrf" value="([^"]+)"/.exec(own.text) ?? [];
  const [, account = ''] = /name="account" value="([^"]*)"/.exec(own.text) ?? [];
  const answer = await members[role]?.call(action, {
    method: 'POST',
    headers: { accept: 'text/html' },
    body: new URLSearchParams({ _csrf: csrf, account, ...fields }),
  });
  return { status: answer?.status, location: answer?.headers.get('location') };
}

/** Puts somebody into the index, as the portal's filling does. */
async function index({ id, email }: TestIdentity, name: string, more: object = {}): Promise<void> {
  await store.people.put([
    {
      identity: id,
      name,
      address: email,
      schema: 'default',
      state: 'active',
      methods: ['password'],
      proved: true,
      created: Date.now(),
      text: `${id} ${email} ${name}`,
      ...more,
    },
  ]);
}

describe('every list', () => {
  const lists = [
    ['/manage', 'Overview'],
    ['/manage/people', 'People'],
    ['/manage/sessions', 'Sessions'],
    ['/manage/mails', 'Mail'],
    ['/manage/limited', 'Limited now'],
    ['/manage/applications', 'Applications'],
    ['/manage/log', 'Log'],
  ] as const;

  test.each(consoleRoles.flatMap((role) => lists.map(([path, title]) => [role, path, title] as const)))(
    'with the role %s, %s is %j',
    async (role, path, title) => {
      const { status, text } = await open(path, role);
      expect(status).toBe(200);
      expect(text).toContain(`<h1>${title}</h1>`);
      expect(text).not.toContain('could not be read');
    },
  );

  test('the sessions of the members are listed with their names', async () => {
    const { text } = await open('/manage/sessions');
    expect(text).toContain(`/manage/people/${ids.read ?? ''}"`);
    expect((await open('/manage/sessions?state=')).text).toContain(addresses.help);
  });

  test('the sessions of one person are found by words, and each can be ended', async () => {
    await new FlowBrowser(stack).signIn(ada.email, ada.password);
    const url = `/manage/sessions?person=${encodeURIComponent(ada.email)}`;
    const { text } = await open(url, 'help');
    expect(text).toContain(`/manage/people/${ada.id}/endSession?item=`);
    expect(text).not.toContain(`/manage/people/${ids.read ?? ''}`);
    expect((await open(`${url}&state=ended`)).text).toContain('No session matches.');
  });

  test('an application is listed, and has a page of its own', async () => {
    const answer = await fetch(`${stack.hydraAdminUrl}/admin/clients`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        client_name: 'Harbor <i>Clinic</i>',
        redirect_uris: ['https://harbor.example/cb'],
      }),
    });
    const { client_id: id } = (await answer.json()) as { client_id: string };
    expect((await open('/manage/applications', 'read')).text).toContain('Harbor &lt;i&gt;Clinic');
    const { text } = await open(`/manage/applications/${id}`, 'read');
    expect(text).toContain('https://harbor.example/cb');
    expect(text).toContain('Replace the secret: administrators');
    expect((await open(`/manage/applications/${id}`)).text).toContain(`/manage/applications/${id}/endTokens`);
    expect((await find(id)).location).toBe(`/manage/applications/${id}`);
  });

  test('an application whose id is a URI has a page, with who has allowed and withdrawn it', async () => {
    // the pinned Hydra finds no id with a slash
    const id = `${isOtherKratos ? 'https://client.example/app' : 'urn:example:app'}~1?x=%2f`;
    const client = { client_id: id, redirect_uris: ['https://client.example/cb'] };
    await fetch(`${stack.hydraAdminUrl}/admin/clients`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(client),
    });
    for (const kind of ['applicationAllowed', 'applicationWithdrawn'] as const)
      await store.record({ identity: ada.id, kind, about: { application: 'Slash', client: id } });
    await store.record({ identity: ids.read ?? '', kind: 'applicationAllowed', about: { client: 'other' } });
    const about = { item: id };
    const act = { actor: ids.write ?? '', operation: 'withdrawApplication', target: ada.id, about };
    await store.acts.record({ ...act, outcome: 'made' });

    const path = (await find(id)).location ?? '';
    const { status, text } = await open(path, 'read');
    expect(status).toBe(200);
    expect((await open('/manage/applications')).text).toContain(`href="${path}"`);
    expect(text).toContain('Application allowed: Slash');
    expect(text).toContain('Access withdrawn: Slash');
    expect(text).toContain('withdrawApplication');
    expect(text).not.toContain(ids.read);
    expect((await open(`${path}/endTokens`)).text).toContain('End all access tokens of');
    const [, log = ''] = /href="([^"]+)">All lines/.exec(text) ?? [];
    expect((await open(log.replaceAll('&amp;', '&'))).text).toContain('Access withdrawn: Slash');
    expect((await open('/manage/applications/~zz')).status).toBe(404);
  });
});

describe('a person is found', () => {
  const page = (id = ada.id): string => `/manage/people/${id}`;

  test('without an index, by a whole address or an id', async () => {
    expect((await find(ada.email)).location).toBe(page());
    expect((await find(ada.id)).location).toBe(page());
    const { status, text } = await find('nobody at all');
    expect([status, text.includes('Nothing was found')]).toEqual([200, true]);
    expect((await open(`/manage/people?q=${encodeURIComponent(ada.email)}`)).text).toContain(page());
  });

  test('by the id of a session, of a mail, and by a line of a log with one', async () => {
    const { text } = await open('/manage/sessions');
    expect(text).toContain('/manage/people/');
    const answer = await fetch(`${stack.kratos.adminUrl}/admin/identities/${ids.read ?? ''}/sessions`);
    const [session] = (await answer.json()) as { id: string }[];
    expect((await find(session?.id ?? '')).location).toBe(`${page(ids.read)}#sessions`);
    const line = JSON.stringify({
      level: 40,
      msg: `identity ${ada.id} of ${ada.email} refused`,
      reqId: randomUUID(),
    });
    expect((await find(line)).location).toBe(page());
    expect((await find(`${randomUUID()}\n${line}`)).location).toBe(page());
    const both = await find(`${ada.id} ${ids.help ?? ''}`);
    expect(both.status).toBe(200);
    expect(both.text).toContain(page());
    expect(both.text).toContain(page(ids.help));
  });

  test('with an index, by a part of the name; of several, a list is shown', async () => {
    await index(ada, '=Ada <b>Lovelace</b>');
    expect((await find('lovel')).location).toBe(page());
    expect((await find(`nobody-${randomUUID()}`)).text).toContain('Nothing was found');
    const byron = await createIdentity(stack.kratos.adminUrl);
    await index(byron, 'Byron Lovelace', { state: 'inactive', proved: false });
    const { text } = await find('lovelace');
    expect(text).toContain('Byron Lovelace');
    expect(text).toContain('=Ada &lt;b&gt;Lovelace&lt;/b&gt;');
  });

  test('by filters', async () => {
    const inactive = (await open('/manage/people?q=lovelace&state=inactive', 'read')).text;
    expect(inactive).toContain('Byron');
    expect(inactive).not.toContain('=Ada');
    expect((await open('/manage/people?proved=yes')).text).not.toContain('Byron');
    expect((await open('/manage/people?quiet=never')).text).toContain('Byron');
    expect((await open('/manage/people?q=zzz')).text).toContain('Nobody fits');
  });

  test('by what happens to them now: a limit refuses them, or they are to be deleted', async () => {
    const until = new Date(Date.now() + 600_000).toISOString();
    await store.record({ identity: ada.id, kind: 'limited', about: { method: 'password', until } });
    const limited = (await open('/manage/people?now=limited', 'read')).text;
    expect(limited).toContain('Lovelace');
    expect(limited).not.toContain('Byron');
    await store.deletions.plan({ identity: ada.id, due: Date.now() + 600_000, addresses: [] });
    expect((await open('/manage/people?now=deletion', 'read')).text).toContain('1 person');
    expect((await open('/manage', 'read')).text).toMatch(
      /Open deletions<\/dt><dd><a href="\/manage\/people\?now=deletion">1</,
    );
  });
});

describe('a mail', () => {
  test('is listed without its code, and sent again by whoever helps', async () => {
    const asker = new FlowBrowser(stack);
    await asker.submit('recovery', await asker.start('recovery'), { method: 'code', email: ada.email });
    const code = await mailedCode(stack.mailbox, ada.email);
    const url = `/manage/mails?recipient=${encodeURIComponent(ada.email)}`;
    const { text } = await open(url, 'help');
    expect(text).toContain('Recovery code');
    expect(text).not.toContain(code);
    const [, id = ''] = /name="id" value="([^"]+)"/.exec(text) ?? [];
    expect((await find(id)).location).toBe(`/manage/mails?recipient=${encodeURIComponent(ada.email)}`);

    const reader = await send(url, '/manage/mails', { id }, 'read');
    expect(reader.status).not.toBe(303);
    const since = stack.mailbox.messages.length;
    expect(await send(url, '/manage/mails', { id }, 'help')).toEqual({ status: 303, location: url });
    expect(await mailedCode(stack.mailbox, ada.email, since)).not.toBe(code);
    const after = await open(url, 'help');
    expect(after.text).toContain('A mail with a new code is on its way.');
    const [, line = ''] = /\/manage\/log\?line=([0-9A-Z]+)/.exec(after.text) ?? [];

    const one = await open(`/manage/log?line=${line}`, 'read');
    expect(one.text).toContain('Mail with a code sent again');
    expect(one.text).toContain(ids.help);
    expect((await find(line)).location).toBe(`/manage/log?line=${line}`);
    const [, request = ''] = /from=&amp;request=([\w-]+)/.exec(one.text) ?? [];
    expect((await find(request)).location).toBe(`/manage/log?request=${request}&from=`);
    expect((await open('/manage/log?line=0000000000')).status).toBe(404);
  });
});

test('a mail of the portal’s own is listed beside those of Kratos, with why it was not sent', async () => {
  const to = { identity: ada.id, address: ada.email };
  await store.mails.keep({ ...to, error: '' });
  await store.mails.keep({ ...to, error: '550 5.1.1 no such user' });
  const url = `/manage/mails?recipient=${encodeURIComponent(ada.email)}`;
  const { text } = await open(url, 'read');
  expect(text).toContain('From the portal');
  const abandoned = (await open(`${url}&status=abandoned`, 'read')).text;
  expect(abandoned).toContain('550 5.1.1 no such user');
  expect(abandoned).toContain('The recipient’s server does not know the address');
  expect((await open('/manage', 'read')).text).toMatch(
    /Mails given up<\/dt><dd><a href="\/manage\/mails\?status=abandoned">1</,
  );
  expect((await open(`/manage/people/${ada.id}`, 'read')).text).toContain('Given up');
});

describe('the overview', () => {
  test.each(['Sign-ins', 'Failed sign-ins', 'Refused by a limit'])(
    'counts as %s what the list has to which the number leads',
    async (name) => {
      const { text } = await open('/manage', 'read');
      const figure = new RegExp(
        `<dt>${name}</dt><dd><a href="([^"]+)">(\\d+)</a></dd><dd><a href="([^"]+)">`,
      );
      const [, day = '', count, week = ''] = figure.exec(text) ?? [];
      for (const url of [day, week]) {
        const list = (await open(url.replaceAll('&amp;', '&'), 'read')).text;
        expect(list.match(/id="line-/g)).toHaveLength(Number(count));
      }
    },
  );
});

describe('the log', () => {
  test('has sign-ins, failures and acts, with the names of those who are in them', async () => {
    const all = (await open('/manage/log', 'read')).text;
    expect(all).toContain('Signed in with');
    expect(all).toContain('A sign-in was refused: wrong password');
    expect(all).toContain('Mail with a code sent again');
    expect(all).toContain(addresses.help);
    const failures = (await open('/manage/log?kind=signInFailed', 'read')).text;
    expect(failures).toContain('wrong password');
    expect(failures).not.toContain('resendMail</code>');
    const acts = (await open(`/manage/log?actor=${ids.help ?? ''}`, 'read')).text;
    expect(acts).toContain('sent again');
    expect(acts).not.toContain('wrong password');
    const ofAda = (await open(`/manage/log?person=${ada.id}`, 'read')).text;
    expect(ofAda).toContain('sent again');
    expect(ofAda).toContain('wrong password');
    expect((await open('/manage/log?to=2020-01-01', 'read')).text).toContain('Nothing happened that fits');
    expect(all).toContain('npm run audit:verify');
  });

  test('is filtered by the name or address of somebody, who is then named with a link', async () => {
    for (const words of [ada.email, 'ada lovelace']) {
      const { text } = await open(`/manage/log?from=&person=${encodeURIComponent(words)}`, 'read');
      expect(text).toContain(`<a href="/manage/people/${ada.id}">`);
      expect(text).toContain('wrong password');
      expect(text).not.toContain(`person=${ids.read ?? ''}`);
    }
    const byHelper = await open(`/manage/log?from=&actor=${encodeURIComponent(addresses.help)}`, 'read');
    expect(byHelper.text).toContain('sent again');
    expect(byHelper.text).not.toContain('wrong password');
  });

  test.each([
    ['signedIn', 'Signed in with'],
    ['signInFailed', 'A sign-in was refused'],
  ])('leads from what happened to an account to everything of its request: %s', async (kind, says) => {
    const { text } = await open(`/manage/log?from=&kind=${kind}`, 'read');
    const [, request = ''] = /from=&amp;request=([\w-]+)/.exec(text) ?? [];
    expect((await find(request)).location).toBe(`/manage/log?request=${request}&from=`);
    const ofRequest = (await open(`/manage/log?from=&request=${request}`, 'read')).text;
    expect(ofRequest.match(/id="line-/g)).toHaveLength(1);
    expect(ofRequest).toContain(says);
  });

  test('says what was done in words, with its name, how it ended, and what is different', async () => {
    await store.acts.record({
      actor: ids.write ?? '',
      operation: 'editTraits',
      target: ada.id,
      outcome: 'made',
      about: { before: { '/name/first': 'Adda' }, after: { '/name/first': 'Ada' } },
    });
    await store.acts.record({
      actor: ids.help ?? '',
      operation: 'patchIdentity',
      target: ada.id,
      outcome: 'refused: forbidden',
    });
    const { text } = await open(`/manage/log?from=&person=${ada.id}`, 'read');
    expect(text).toMatch(/Edited<\/span><code>editTraits/);
    expect(text).toMatch(/First name<\/dt><dd[^>]*><del>Adda<\/del><ins>Ada<\/ins>/);
    const refused = (await open('/manage/log?from=&outcome=refused', 'read')).text;
    expect(refused).toContain('Details of the account changed by an administrator');
    expect(refused).toContain('forbidden');
    expect(refused).toContain('wrong password');
    expect(refused).not.toContain('editTraits</code>');
    const made = (await open(`/manage/log?from=&outcome=made&person=${ada.id}`, 'read')).text;
    expect(made).toContain('editTraits</code>');
    expect(made).not.toContain('wrong password');
  });

  test('is exported as the page shows it, and the export is a line, too', async () => {
    await store.acts.record({
      actor: ids.write ?? '',
      operation: 'deactivate',
      target: ada.id,
      outcome: 'made',
      about: { reason: '=HYPERLINK("http://x","y"), asked' },
    });
    const csv = await open(`/manage/log/csv?person=${ada.id}`, 'read');
    expect(csv.status).toBe(200);
    expect(csv.headers?.get('content-disposition')).toMatch(/^attachment; filename="log-[\d-]+\.csv"$/);
    expect(csv.headers?.get('cache-control')).toBe('no-store');
    const rows = csv.text.trimEnd().split('\r\n');
    expect(rows[0]).toBe('time,id,what,person,actor,outcome,reason,address,request,details');
    expect(csv.text).toContain(`"'=HYPERLINK(""http://x"",""y""), asked"`);
    for (const what of ['deactivate', 'resendMail', 'signInFailed'])
      expect(csv.text).toContain(`,${what},${ada.id},`);
    expect(rows.slice(1).every((row) => row.includes(ada.id))).toBe(true);

    const lines = await open(`/manage/log/jsonl?person=${ada.id}`, 'read');
    const parsed = lines.text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: string });
    expect(parsed).toHaveLength(rows.length - 1);
    expect(rows[1]).toContain(parsed[0]?.id);
    expect((await open('/manage/log/pdf', 'read')).status).toBe(404);
    expect((await open(`/manage/log?actor=${ids.read ?? ''}`)).text).toContain('Log exported');
  });

  test('has pages that have each line once', async () => {
    for (let at = 0; at < 60; at += 1) {
      await store.record({ identity: ada.id, kind: 'signedOut', about: { from: '192.0.2.7' } });
      await store.acts.record({ actor: 'robot', operation: `paged${at}`, target: ada.id, outcome: 'made' });
    }
    const seen: string[] = [];
    let url: string | undefined = `/manage/log?person=${ada.id}`;
    while (url !== undefined) {
      const { text } = await open(url);
      seen.push(...Array.from(text.matchAll(/id="line-([^"]+)"/g), ([, id = '']) => id));
      url = /href="([^"]+)" rel="next"/.exec(text)?.[1]?.replaceAll('&amp;', '&');
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.length).toBeGreaterThanOrEqual(120);
    const fromThere = (await open('/manage/log?from=&address=192.0.2.7')).text;
    expect(fromThere.match(/id="line-/g)?.length).toBe(50);
  });
});

describe('the index', () => {
  test('is built anew by an administrator, which is a line of the log', async () => {
    const round = await store.people.takeRound(1000);
    if (round) await store.people.advance(round, undefined, 1000);
    await index(ada, 'Ada Lovelace');
    expect((await open('/manage/people')).text).toContain('The index is complete as of');
    expect(await send('/manage/people', '/manage/people/index', {})).toEqual({
      status: 303,
      location: '/manage/people',
    });
    const { text } = await open('/manage/people');
    expect(text).toContain('The index is being built anew.');
    expect(text).toContain('The index is being filled');
    expect((await open('/manage')).text).toContain('Index of people built anew');
  });
});

test('people whom a limit refuses are listed, with what lifts it', async () => {
  const until = new Date(Date.now() + 600_000).toISOString();
  await store.record({ identity: ada.id, kind: 'limited', about: { method: 'password', until } });
  const { text } = await open('/manage/limited', 'help');
  expect(text).toContain('Wrong passwords');
  expect(text).toContain(`/manage/people/${ada.id}/liftLimits`);
});
