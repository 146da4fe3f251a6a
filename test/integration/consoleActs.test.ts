import { beforeAll, describe, expect, test } from '@jest/globals';
import { ConsoleMember, textIn } from '../support/consoleMember.ts';
import { FlowBrowser } from '../support/flowBrowser.ts';
import { createIdentity, type TestIdentity } from '../support/identities.ts';
import { signIn } from '../support/kratosLogin.ts';
import { newDirectory } from '../support/newDirectory.ts';
import { startPortal } from '../support/portal.ts';
import { useConsole } from '../support/useConsole.ts';

const used = useConsole({ portal: { RATE_LIMIT: 'on', PEOPLE_PER_ADDRESS: '1000' } });
const { stack, writer, helper } = used;
let { member, log } = used;
beforeAll(() => {
  ({ member, log } = used);
});

const someone = (): Promise<TestIdentity> => createIdentity(stack.kratos.adminUrl, {});

const outcomes = async (operation: string, id: string): Promise<string[]> =>
  (await log.acts.read({ operation, target: id })).acts.map(({ outcome }) => outcome);

const mailsTo = (email: string): number =>
  stack.mailbox.messages.filter(({ to }) => to.includes(email)).length;

const actUrl = ({ id }: TestIdentity, act: string): string => `/manage/people/${id}/${act}`;

/** Opens an act's page, and sends its form. */
async function make(account: TestIdentity, act: string, fields: Record<string, string> = {}) {
  const url = actUrl(account, act);
  return member.send(url, (await member.open(url)).html, fields);
}

describe('a form that is sent twice', () => {
  test('mails one code, and both answers lead to the same notice', async () => {
    const account = await someone();
    const url = actUrl(account, 'mailRecoveryCode');
    const { html } = await member.open(url);
    const both = await Promise.all([member.send(url, html, {}), member.send(url, html, {})]);
    expect(both.map(({ status, to }) => [status, to])).toEqual(
      Array(2).fill([303, `/manage/people/${account.id}`]),
    );
    expect((await member.send(url, html, {})).status).toBe(303);
    expect(textIn((await member.open(both[0].to)).html)).toContain('The code is on its way.');
    expect(await outcomes('mailRecoveryCode', account.id)).toEqual(['made']);
    expect(mailsTo(account.email)).toBe(1);
  });

  test('shows a code once: a reload leads on, and says so', async () => {
    const account = await someone();
    const url = actUrl(account, 'showRecoveryCode');
    const { html } = await member.open(url);
    const fields = { reason: 'no mail' };
    const [code = ''] = /\d{3} \d{3}/.exec(textIn((await member.send(url, html, fields)).html)) ?? [];
    expect(code).not.toBe('');
    const lines = JSON.stringify((await log.acts.read({ target: account.id })).acts);
    expect(lines).not.toContain(code.replace(' ', ''));
    const again = await member.send(url, html, fields);
    expect([again.status, again.html]).toEqual([303, expect.not.stringMatching(/\d{3} \d{3}/)]);
    expect(textIn((await member.open(again.to)).html)).toContain('can’t be shown again');
    expect(await outcomes('showRecoveryCode', account.id)).toEqual(['made']);
  });

  test('that had a problem the first time is taken the second time', async () => {
    const account = await someone();
    const url = actUrl(account, 'deactivate');
    const { html } = await member.open(url);
    expect((await member.send(url, html, {})).status).toBe(400);
    expect((await member.send(url, html, { reason: 'asked' })).status).toBe(303);
  });
});

describe('a limit', () => {
  test('on mail to one person refuses the next one in words, and the log has it', async () => {
    const account = await someone();
    for (let mail = 0; mail < 6; mail += 1)
      expect((await make(account, 'mailRecoveryCode')).status).toBe(303);
    const { status, html } = await make(account, 'mailRecoveryCode');
    expect(status).toBe(429);
    expect(textIn(html)).toMatch(/as often as is allowed for one person\. It can be done again at .*\d{4}/);
    expect((await outcomes('mailRecoveryCode', account.id))[0]).toBe('refused: limited');
    expect(mailsTo(account.email)).toBe(6);
  });

  test('on what one member does holds for all people together', async () => {
    const other = await ConsoleMember.arrive(stack, helper);
    const lift = async (account: TestIdentity) => {
      const url = actUrl(account, 'liftLimits');
      return other.send(url, (await other.open(url)).html, {});
    };
    for (let person = 0; person < 5; person += 1) {
      const account = await someone();
      for (let time = 0; time < 6; time += 1) expect((await lift(account)).status).toBe(303);
    }
    const { status, html } = await lift(await someone());
    expect([status, textIn(html)]).toEqual([
      429,
      expect.stringContaining('as often as one person may in an hour'),
    ]);
  });
});

test('a session that has ended meanwhile is said to have', async () => {
  const account = await someone();
  const owner = new FlowBrowser(stack, { jar: await signIn(stack.url, account) });
  const { id } = (await (await owner.call('/sessions/whoami')).json()) as { id: string };
  const url = `${actUrl(account, 'endSession')}?item=${id}`;
  const { html } = await member.open(url);
  await fetch(`${stack.kratos.adminUrl}/admin/sessions/${id}`, { method: 'DELETE' });
  const { status, to } = await member.send(url, html, {});
  expect(status).toBe(303);
  expect(textIn((await member.open(to)).html)).toContain('The session had already ended.');
});

test('the last sign-in is known when no session is left', async () => {
  const account = await someone();
  await new FlowBrowser(stack, { jar: await signIn(stack.url, account) }).call('/sessions/whoami');
  await make(account, 'endSessions');
  const { html } = await member.open(`/manage/people/${account.id}`);
  expect(textIn(html)).toMatch(/Last sign-in \w+ \d/);
});

test('what can be undone has its way back in the notice; a deletion that waits is no reason against a sign-in', async () => {
  const account = await someone();
  const url = `/manage/people/${account.id}`;
  await make(account, 'deactivate', { reason: 'asked' });
  const notice = /role="status"[^>]*data-act="deactivate"[^>]*autofocus.*?<\/div>/i;
  expect(notice.exec((await member.open(url)).html)?.[0]).toContain(`href="${url}/activate" data-act="undo"`);
  await make(account, 'activate');
  const name = /<h1[^>]*>([^<]*)/.exec((await member.open(url)).html)?.[1] ?? '';
  await make(account, 'deletePerson', { reason: 'asked', name });
  const { html } = await member.open(url);
  expect(html).toContain(`href="${url}/cancelDeletion"`);
  expect(textIn(html)).toContain('Is to be deleted on');
  expect(textIn(html)).not.toContain('Why they can’t sign in');
});

test.each(['KRATOS_ADMIN_URL', 'KRATOS_PUBLIC_URL'] as const)(
  'a page that cannot be read because %s gives no answer says so in the console',
  async (silent) => {
    const portal = await startPortal({
      KRATOS_PUBLIC_URL: stack.kratos.publicUrl,
      KRATOS_ADMIN_URL: stack.kratos.adminUrl,
      KRATOS_HOOKS: 'off',
      DATA_DIRECTORY: newDirectory(),
      PORTAL_ADMINS: writer,
      [silent]: 'http://127.0.0.1:9',
    });
    const browser = new FlowBrowser(stack, { url: portal.url, jar: member.browser.jar });
    const visitor = new ConsoleMember(member.account, browser, portal.url);
    const { status, html } = await visitor.open(`/manage/people/${member.account.id}`);
    await portal.stop();
    expect([status, textIn(html)]).toEqual([502, expect.stringContaining('A server did not answer')]);
    expect(html).toContain('data-page="console-failed"');
  },
);

test('somebody who is not there is missing in the console itself', async () => {
  const { status, html } = await member.open('/manage/people/00000000-0000-4000-8000-000000000000');
  expect([status, textIn(html)]).toEqual([404, expect.stringContaining('Nothing is here')]);
  expect(html).toContain('data-page="console-failed"');
});
