import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { startMailbox, type Mailbox } from './startMailbox.ts';

let mailbox: Mailbox;
beforeEach(async () => {
  mailbox = await startMailbox();
});
afterEach(() => mailbox.stop());

/** Delivers a mail over SMTP. */
function send(to: string, subject: string, text: string): Promise<void> {
  const { hostname, port } = new URL(mailbox.smtpUrl);
  const lines = [
    'EHLO test',
    'MAIL FROM:<sender@test.example>',
    `RCPT TO:<${to}>`,
    'DATA',
    `From: sender@test.example\r\nTo: ${to}\r\nSubject: ${subject}\r\n\r\n${text}\r\n.`,
    'QUIT',
  ];
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    socket.setEncoding('utf8').on('data', (answer: string) => {
      if (/^[45]/.test(answer)) reject(new Error(answer));
      const next = /^\d{3} /m.test(answer) ? lines.shift() : undefined;
      if (next) socket.write(`${next}\r\n`);
    });
    socket.once('error', reject).once('close', () => resolve());
  });
}

test('waits for a later mail and finds its code and links', async () => {
  const waiting = mailbox.waitFor('ada@test.example');
  await send(
    'ada@test.example',
    'Verify',
    'Your code:\r\n\r\n004711\r\n\r\nhttp://localhost/verify?code=004711',
  );
  const mail = await waiting;
  expect(mail).toMatchObject({ subject: 'Verify', code: '004711', to: ['ada@test.example'] });
  expect(mail.links).toEqual(['http://localhost/verify?code=004711']);
});

test('survives a broken connection of a sender', async () => {
  const { hostname, port } = new URL(mailbox.smtpUrl);
  const socket = connect(Number(port), hostname);
  for (const line of ['EHLO test', 'MAIL FROM:<sender@test.example>', 'RCPT TO:<ada@test.example>', 'DATA']) {
    await once(socket, 'data');
    socket.write(`${line}\r\n`);
  }
  await once(socket, 'data');
  socket.write('Subject: Half');
  socket.resetAndDestroy();
  await send('ada@test.example', 'Later', 'one');
  expect(mailbox.messages).toHaveLength(1);
});

test('the page shows mails escaped and runs no scripts', async () => {
  await send('ada@test.example', '<script>alert(1)</script>', 'see https://test.example/?a=1&b=2 <b>now</b>');
  const answer = await fetch(`${mailbox.url}mails/1`);
  const page = await answer.text();
  expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(page).toContain('<a href="https://test.example/?a=1&amp;b=2"');
  expect(page).toContain('&lt;b&gt;now&lt;/b&gt;');
  expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
});
