import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { Store } from '../../server/store/store.ts';
import {
  actRow,
  applicationActs,
  consoleDestinations,
  consoleRoles,
  includesRole,
  personActs,
  type ConsoleAct,
  type ConsoleRole,
} from '../../shared/console/acts.ts';
import { ConsoleMember, textIn } from '../support/consoleMember.ts';
import { FlowBrowser, somebody } from '../support/flowBrowser.ts';
import { signIn } from '../support/kratosLogin.ts';
import { newDirectory } from '../support/newDirectory.ts';
import { startOAuth2Stack } from '../support/oauth2Stack.ts';
import { caused, fromOtherSite } from '../support/otherSite.ts';
import { ageSessions } from '../support/passTime.ts';
import type { Stack } from '../support/stack.ts';
import { storeIn } from '../support/useStores.ts';

const addresses: Record<ConsoleRole, string> = { read: somebody(), help: somebody(), write: somebody() };
/** An administrator whose sign-in is an hour old. */
const late = somebody();
const roleSettings = {
  PORTAL_READERS: addresses.read,
  PORTAL_HELPERS: addresses.help,
  PORTAL_ADMINS: `${addresses.write},${late}`,
};
const directory = newDirectory();

let stack: Stack & { hydraAdminUrl: string };
let log: Store;
const members = new Map<ConsoleRole, ConsoleMember>();
let stranger: ConsoleMember;

const memberWith = (role: ConsoleRole): ConsoleMember => {
  const member = members.get(role);
  if (!member) throw new Error(`nobody has the role ${role}`);
  return member;
};

beforeAll(async () => {
  stack = await startOAuth2Stack({ portal: { ...roleSettings, DATA_DIRECTORY: directory } });
  for (const role of consoleRoles) members.set(role, await ConsoleMember.arrive(stack, addresses[role]));
  stranger = await ConsoleMember.arrive(stack, somebody());
  log = await storeIn(directory);
}, 240_000);

afterAll(async () => {
  await log.close();
  await stack.stop();
});

/** Creates an account with everything that an act can be about. @returns its id and the id of its session */
async function target(): Promise<{ id: string; email: string; session: string }> {
  const email = somebody();
  const password = 'lub-dub-lub-dub';
  const answer = await fetch(`${stack.kratos.adminUrl}/admin/identities`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      schema_id: 'default',
      traits: { email, tos: true },
      credentials: {
        password: { config: { password } },
        oidc: { config: { providers: [{ provider: 'google', subject: email }] } },
      },
      verifiable_addresses: [{ value: email, via: 'email', verified: true, status: 'completed' }],
    }),
  });
  const { id } = (await answer.json()) as { id: string };
  const browser = new FlowBrowser(stack, { jar: await signIn(stack.url, { email, password }) });
  const session = (await (await browser.call('/sessions/whoami')).json()) as { id: string };
  return { id, email, session: session.id };
}

async function application(): Promise<string> {
  const answer = await fetch(`${stack.hydraAdminUrl}/admin/clients`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: 'Ward', redirect_uris: ['https://ward.example/'] }),
  });
  return ((await answer.json()) as { client_id: string }).client_id;
}

/** The page of an act on something new, and what its form is filled in with. */
async function asked(act: ConsoleAct) {
  const given = { reason: 'asked on the phone' };
  if (act in applicationActs) {
    const id = await application();
    return { id, path: `/manage/applications/${id}/${act}`, fields: { ...given, name: 'Ward' } };
  }
  const { id, email, session } = await target();
  const item = {
    mailVerificationCode: email,
    endSession: session,
    removeSecondFactor: 'totp',
    removeCredential: `oidc:google:${email}`,
    withdrawApplication: 'ward',
  }[act as string];
  const query = item === undefined ? '' : `?item=${encodeURIComponent(item)}`;
  return { id, path: `/manage/people/${id}/${act}${query}`, fields: { ...given, name: email } };
}

/** Sends a form with the sender's own token. */
async function post(who: ConsoleMember, path: string, fields: Record<string, string>) {
  const { token } = (await (await who.browser.call('/api/csrf')).json()) as { token: string };
  return who.send(path, '', { ...fields, _csrf: token });
}

const outcomes = async (operation: string, id: string): Promise<string[]> =>
  (await log.acts.read({ operation, target: id })).acts.map(({ outcome }) => outcome);

const allActs = [...Object.keys(personActs), ...Object.keys(applicationActs)] as ConsoleAct[];
const table = allActs.flatMap((act) =>
  consoleRoles.map((role) => [act, role, includesRole(role, actRow(act).role) ? 'may' : 'may not'] as const),
);

describe('each role', () => {
  test.each(table)('%s: somebody who may %s %s make it', async (act, role, verdict) => {
    const { id, path, fields } = await asked(act);
    const page = await memberWith(role).open(path);
    const done = await post(memberWith(role), path, fields);
    if (verdict === 'may') {
      expect([page.status, page.html.includes('name="_csrf"')]).toEqual([200, true]);
      // nothing can be taken from somebody who does not have it
      const has = act !== 'removeSecondFactor' && act !== 'withdrawApplication';
      expect(has ? [200, 303] : [400]).toContain(done.status);
      expect(await outcomes(act, id)).toEqual([has ? 'made' : 'failed: malformed_request']);
    } else {
      expect([page.status, done.status]).toEqual([403, 403]);
      expect(textIn(page.html)).toContain('You may not do this.');
      expect(await outcomes(act, id)).toEqual(['refused: forbidden']);
    }
  });
});

describe('somebody without a role', () => {
  const lists = consoleDestinations.map(({ path }) => path);
  /** A page without its own path, and what differs from one visit to the next. */
  const withoutPath = (html: string, path: string): string =>
    html
      .replaceAll(path, '')
      .replaceAll(encodeURIComponent(path), '')
      .replaceAll(/"(?:request|servedAt)":[^,}]*|request&quot;: &quot;[\da-f-]*|nonce="[^"]*"/g, '');

  test('gets what an address gets that does not exist, at every page and act', async () => {
    const missing = '/no/such/page';
    const { status, html } = await stranger.open(missing);
    expect(status).toBe(404);
    const { id } = memberWith('write').account;
    const acts = Object.keys(personActs).map((act) => `/manage/people/${id}/${act}`);
    for (const path of [
      ...lists,
      ...acts,
      `/manage/people/${id}`,
      `/manage/people/${id}/edit`,
      '/manage/invite',
      '/manage/log/csv',
      '/manage/find?q=a',
    ]) {
      const page = await stranger.open(path);
      expect([path, page.status]).toEqual([path, 404]);
      expect(withoutPath(page.html, path)).toBe(withoutPath(html, missing));
    }
  });

  test('changes nothing with a form', async () => {
    const logged: string[][] = [];
    for (const act of allActs) {
      const { path, fields, id } = await asked(act);
      expect([act, (await post(stranger, path, fields)).status]).toEqual([act, 404]);
      logged.push(await outcomes(act, id));
    }
    // the others are counted
    expect(logged[0]).toEqual(['refused: forbidden']);
    expect(logged.at(-1)).toEqual([]);
  });
});

describe('an act', () => {
  const stateOf = async (id: string): Promise<unknown> =>
    ((await (await fetch(`${stack.kratos.adminUrl}/admin/identities/${id}`)).json()) as { state: unknown })
      .state;

  test.each(['form', 'olderForm'] as const)('by another site is refused and logged (%s)', async (how) => {
    const { id, path, fields } = await asked('deactivate');
    const { browser } = memberWith('write');
    const { token } = (await (await browser.call('/api/csrf')).json()) as { token: string };
    const headers = { ...fromOtherSite[how], Cookie: browser.jar.header() };
    const answer = await caused(stack.url + path, headers, { ...fields, _csrf: token });
    expect([answer.status, await stateOf(id)]).toEqual([403, 'active']);
    await stack.portal.logged(new RegExp(`"audit":"deactivate"[^\\n]*${id}[^\\n]*refused: another site`));
    expect(await outcomes('deactivate', id)).toEqual(['refused: another site']);
  });

  test('without a CSRF token is refused and logged', async () => {
    const { id, path, fields } = await asked('deactivate');
    expect([(await memberWith('write').send(path, '', fields)).status, await stateOf(id)]).toEqual([
      403,
      'active',
    ]);
    expect(await outcomes('deactivate', id)).toEqual(['refused: no valid token']);
  });

  test('on somebody with a higher role is refused and logged, so that nobody who helps can take over', async () => {
    const { id } = memberWith('write').account;
    for (const act of ['deactivate', 'endSessions', 'mailRecoveryCode'] as const) {
      const path = `/manage/people/${id}/${act}`;
      const { status, html } = await memberWith('help').open(path);
      expect([act, status]).toEqual([act, 403]);
      expect(textIn(html)).toContain('Administrators may.');
      expect((await post(memberWith('help'), path, { reason: 'a trick' })).status).toBe(403);
      expect(await outcomes(act, id)).toEqual(['refused: forbidden']);
    }
    expect(await stateOf(id)).toBe('active');
  });

  test('on something of somebody else’s page is refused and logged', async () => {
    const other = await target();
    const { id } = await target();
    const path = `/manage/people/${id}/endSession?item=${other.session}`;
    expect((await post(memberWith('help'), path, {})).status).toBe(400);
    expect(await outcomes('endSession', id)).toEqual(['failed: malformed_request']);
    const sessions = await fetch(`${stack.kratos.adminUrl}/admin/sessions/${other.session}`);
    expect(await sessions.json()).toHaveProperty('active', true);
  });

  test('with an old sign-in leads to a new one, and is logged', async () => {
    const { id, path, fields } = await asked('deactivate');
    const member = await ConsoleMember.arrive(stack, late);
    ageSessions(stack, member.account);
    // before anything is typed, too
    for (const form of [path, `/manage/people/${id}/edit`, '/manage/invite'])
      expect((await member.open(form)).to).toContain('/login?refresh=true&aal=aal2&return_to=');
    expect((await member.open(`/manage/people/${id}`)).status).toBe(200);
    const answer = await post(member, path, fields);
    expect([answer.status, await stateOf(id)]).toEqual([303, 'active']);
    expect(new URL(answer.to, stack.url).searchParams.get('refresh')).toBe('true');
    expect(await outcomes('deactivate', id)).toEqual(['refused: old sign-in']);
  });
});

describe('while the log cannot be written', () => {
  /** Changes the database beside the portal. */
  function change(statement: string): void {
    const database = new DatabaseSync(path.join(directory, 'portal.sqlite'), { timeout: 5000 });
    database.exec(statement);
    database.close();
  }
  /** Has the database refuse to keep some acts, or all. */
  const refuse = (which = ''): void =>
    change(`CREATE TRIGGER refuse BEFORE INSERT ON act ${which} BEGIN SELECT RAISE(ABORT, 'no'); END`);
  afterEach(() => change('DROP TRIGGER IF EXISTS refuse'));

  const nothing = 'Nothing was done: the log can’t be written';
  const countOf = async (email: string): Promise<number> => {
    const answer = await fetch(`${stack.kratos.adminUrl}/admin/identities?credentials_identifier=${email}`);
    return ((await answer.json()) as unknown[]).length;
  };

  test.each(allActs)('%s is not made, and its page says so', async (act) => {
    const { id, path: url, fields } = await asked(act);
    refuse();
    const { status, html } = await post(memberWith('write'), url, fields);
    expect([status, textIn(html)]).toEqual([503, expect.stringContaining(nothing)]);
    expect(html).not.toMatch(/\/recovery\?|<pre[^>]*>[\w-]{32}</);
    if (act in personActs) {
      const { state, credentials } = (await (
        await fetch(`${stack.kratos.adminUrl}/admin/identities/${id}`)
      ).json()) as { state: string; credentials: object };
      expect([state, Object.keys(credentials)]).toEqual(['active', expect.arrayContaining(['oidc'])]);
    }
    change('DROP TRIGGER refuse');
    expect(await outcomes(act, id)).toEqual([]);
  });

  test('nobody is edited or invited, and what was typed stays', async () => {
    const { id, email } = await target();
    const url = `/manage/people/${id}/edit`;
    const { html } = await memberWith('write').open(url);
    const shown = await memberWith('write').send(url, html, { '/email': `new-${email}` });
    const form = (await memberWith('write').open('/manage/invite')).html;
    refuse();
    const edited = await memberWith('write').send(url, shown.html, { step: 'save' });
    expect([edited.status, textIn(edited.html)]).toEqual([503, expect.stringContaining(nothing)]);
    expect(edited.html).toContain(`new-${email}`);
    const invited = await memberWith('write').send('/manage/invite', form, {
      '/email': `new-${email}`,
      how: 'show',
    });
    expect([invited.status, textIn(invited.html)]).toEqual([503, expect.stringContaining(nothing)]);
    expect(invited.html).toContain(`value="new-${email}"`);
    expect([await countOf(email), await countOf(`new-${email}`)]).toEqual([1, 0]);
  });

  test('no index is built and nothing is exported', async () => {
    refuse();
    const built = await post(memberWith('write'), '/manage/people/index', {});
    expect([built.status, textIn(built.html)]).toEqual([503, expect.stringContaining(nothing)]);
    const { status, html } = await memberWith('write').open('/manage/log/csv');
    expect([status, html.includes('time,id,what')]).toEqual([503, false]);
  });

  test('an act whose outcome cannot be written stands there as begun, with its reason', async () => {
    const { id, path: url, fields } = await asked('showRecoveryCode');
    refuse("WHEN NEW.outcome <> 'begun'");
    const { status, html } = await post(memberWith('write'), url, fields);
    change('DROP TRIGGER refuse');
    const [line] = (await log.acts.read({ target: id })).acts;
    expect(line).toMatchObject({ outcome: 'begun', about: { reason: fields.reason } });
    expect([status, html]).toEqual([200, expect.stringContaining(`/manage/log?line=${line?.id}`)]);
  });
});
