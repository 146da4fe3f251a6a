import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import { freePort } from '../../provider/local/freePort.ts';
import { ConsoleMember } from '../support/consoleMember.ts';
import { FlowBrowser, somebody } from '../support/flowBrowser.ts';
import { createIdentity } from '../support/identities.ts';
import { newDirectory } from '../support/newDirectory.ts';
import { startStack, type Stack } from '../support/stack.ts';

let stack: Stack;
let refusing: SMTPServer;
const refused: string[] = [];
const reader = somebody();

beforeAll(async () => {
  refusing = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    onData: (stream, _session, done) => {
      text(stream).then(
        (mail) => {
          refused.push(mail);
          done(Object.assign(new Error('5.1.1 no such user'), { responseCode: 550 }));
        },
        (cause: unknown) => done(cause instanceof Error ? cause : new Error(String(cause))),
      );
    },
  });
  const port = await freePort();
  refusing.listen(port, '127.0.0.1');
  await once(refusing.server, 'listening');
  stack = await startStack({
    kratos: {
      COURIER_MESSAGE_RETRIES: '0',
      COURIER_SMTP_CONNECTION_URI: `smtp://127.0.0.1:${port}/?disable_starttls=true`,
    },
    portal: { LOG_LEVEL: 'debug', DATA_DIRECTORY: newDirectory(), PORTAL_READERS: reader },
  });
}, 240_000);

afterAll(async () => {
  await stack.stop();
  await new Promise<void>((resolve) => refusing.close(() => resolve()));
});

/** Waits until Kratos has given up on a mail, and so has logged why. */
async function abandoned(email: string): Promise<void> {
  const messages = `${stack.kratos.adminUrl}/admin/courier/messages?status=abandoned&recipient=${email}`;
  for (;;) {
    const found = (await (await fetch(messages)).json()) as unknown[];
    if (found.length > 0) return;
    await pause(50);
  }
}

test.each(['login', 'recovery', 'verification'] as const)(
  'the code of a %s whose mail cannot be sent is in no log',
  async (kind) => {
    const { email } = await createIdentity(stack.kratos.adminUrl, { verified: kind !== 'verification' });
    const browser = new FlowBrowser(stack);
    const fields = { method: 'code', [kind === 'login' ? 'identifier' : 'email']: email };
    await browser.submit(kind, await browser.start(kind), fields);
    await abandoned(email);
    const mails = await Promise.all(refused.map((mail) => simpleParser(mail)));
    const mail = mails.find(({ to }) => [to ?? []].flat().some((one) => one.text === email));
    const [code = 'none'] = /(?<!\S)\d{6}(?!\S)/.exec(mail?.text ?? '') ?? [];
    expect(code).toMatch(/^\d{6}$/);
    const log = readFileSync(stack.kratos.logFile, 'utf8');
    expect(log).toContain('Unable to send email using SMTP connection.');
    expect(log).toContain(JSON.stringify(mail?.subject));
    // not inside longer numbers such as timestamps
    const written = new RegExp(`(?<!\\d)${code}(?!\\d)`);
    expect(log.split('\n').filter((line) => written.test(line))).toEqual([]);
    expect(stack.portal.log()).not.toMatch(written);
  },
);

test('the console says why a mail was given up, and what mends it; there are no applications', async () => {
  const member = await ConsoleMember.arrive(stack, reader);
  const asker = new FlowBrowser(stack);
  await asker.submit('recovery', await asker.start('recovery'), { method: 'code', email: reader });
  await abandoned(reader);
  const { html } = await member.open(`/manage/mails?status=abandoned&recipient=${reader}`);
  expect(html).toContain('Recovery code');
  expect(html).toContain('no such user');
  expect(html).toContain('The recipient’s server does not know the address');
  expect(html).toContain('Send again: helpers and administrators');
  expect((await member.open('/manage')).html).toMatch(/Mails given up<\/dt><dd><a href="[^"]+">[1-9]/);
  expect((await member.open('/manage/applications')).html).toContain('HYDRA_ADMIN_URL is not set');
});
