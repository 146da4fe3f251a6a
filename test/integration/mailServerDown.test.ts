import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, test } from '@jest/globals';
import { SMTPServer } from 'smtp-server';
import { freePort } from '../../provider/local/freePort.ts';
import { startMailbox, type Mailbox } from '../../provider/local/startMailbox.ts';
import { FlowBrowser } from '../support/flowBrowser.ts';
import { createIdentity } from '../support/identities.ts';
import { startStack, type Stack } from '../support/stack.ts';

/** The attempts after which Kratos gives up a mail by default. */
const usualAttempts = 6;

let stack: Stack | undefined;
let mailbox: Mailbox | undefined;
let refusing: SMTPServer | undefined;

afterEach(async () => {
  await Promise.all([
    stack?.stop(),
    mailbox?.stop(),
    new Promise<void>((resolve) => (refusing ? refusing.close(resolve) : resolve())),
  ]);
  stack = mailbox = refusing = undefined;
});

/** Starts a stack that sends its mail to a port, where nothing may listen. */
const sendingTo = (port: number): Promise<Stack> =>
  startStack({ kratos: { COURIER_SMTP_CONNECTION_URI: `smtp://127.0.0.1:${port}/?disable_starttls=true` } });

/** Has a recovery code sent. */
async function recover(at: Stack, email: string): Promise<void> {
  const browser = new FlowBrowser(at);
  await browser.submit('recovery', await browser.start('recovery'), { method: 'code', email });
}

/** Returns how often Kratos has tried to send the mail to an address. */
async function attempts({ kratos }: Stack, email: string): Promise<number> {
  const answer = await fetch(`${kratos.adminUrl}/admin/courier/messages?recipient=${email}`);
  const [mail] = (await answer.json()) as { send_count: number }[];
  return mail?.send_count ?? 0;
}

async function until(happened: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await happened())) await pause(50);
}

test('mails that could not be sent while the mail server was down arrive once it is up', async () => {
  const port = await freePort();
  stack = await sendingTo(port);
  const { email } = await createIdentity(stack.kratos.adminUrl);
  await recover(stack, email);
  const running = stack;
  await until(async () => (await attempts(running, email)) > 2 * usualAttempts);
  mailbox = await startMailbox({ smtp: port });
  expect((await mailbox.waitFor(email)).code).toMatch(/^\d{6}$/);
});

test('mails that the mail server refuses do not hold up others', async () => {
  const port = await freePort();
  const accepted: string[] = [];
  refusing = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    onRcptTo: ({ address }, _session, done) => {
      if (address.startsWith('unknown'))
        return done(Object.assign(new Error('unknown domain'), { responseCode: 450 }));
      accepted.push(address);
      done();
    },
    onData: (stream, _session, done) => {
      stream.resume().once('end', () => done());
    },
  });
  refusing.listen(port, '127.0.0.1');
  await once(refusing.server, 'listening');
  const running = (stack = await sendingTo(port));
  const unknown = Array.from({ length: 12 }, (_, index) => `unknown${index}@nowhere.example`);
  for (const email of unknown) await recover(running, email);
  const { email } = await createIdentity(running.kratos.adminUrl);
  await recover(running, email);
  await until(() => accepted.includes(email));
  expect(await attempts(running, unknown[0] ?? '')).toBeLessThan(10 * usualAttempts);
});
