import { createServer, type Server } from 'node:http';
import { simpleParser, type AddressObject } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import { productMails, type Mails } from '../mails/mails.ts';
import { close, listen } from './loopback.ts';
import type { Mail } from './mail.ts';
import { mailboxPage } from './mailboxPage.ts';

interface WaitOptions {
  /** Only mails that arrived after the one with this id; see `mailbox.messages.length`. */
  since?: number;
  matching?: (mail: Mail) => boolean;
  /** How long to wait, in milliseconds. */
  timeout?: number;
}

/** Receives all mail of a local provider. */
export interface Mailbox {
  /** The SMTP server's URL, as in `smtp://127.0.0.1:1025`. */
  smtpUrl: string;
  /** The page that lists the mails, with links to each and to previews of all kinds of mail. */
  url: string;
  /** Every mail since the start, oldest first. */
  messages: readonly Mail[];
  /** The newest mail to an address; waits until there is one. @throws Error after the timeout */
  waitFor(to: string, options?: WaitOptions): Promise<Mail>;
  stop(): Promise<void>;
}

const defaultTimeout = 20_000;
const largestMail = 1024 * 1024;
const localNames = ['localhost', '127.0.0.1', '[::1]'];

const addresses = (field: AddressObject | AddressObject[] | undefined): string[] =>
  [field ?? []].flat().flatMap((one) => one.value.map(({ address }) => address ?? ''));

async function readMail(stream: Parameters<typeof simpleParser>[0]): Promise<Omit<Mail, 'id'>> {
  const parsed = await simpleParser(stream);
  const text = (parsed.text ?? '').trim();
  return {
    receivedAt: new Date(),
    from: addresses(parsed.from).join(', '),
    to: addresses(parsed.to),
    subject: parsed.subject ?? '',
    text,
    html: parsed.html === false ? undefined : parsed.html,
    code: /(?<!\S)\d{6}(?!\S)/.exec(text)?.[0],
    links: text.match(/https?:\/\/[^\s<>"]+/g) ?? [],
  };
}

/** Serves the pages on loopback, and checks Host, so that no other site can read the mails (DNS rebinding). */
function pageServer(messages: readonly Mail[], mails: Mails): Server {
  return createServer((request, response) => {
    const name = (request.headers.host ?? '').replace(/:\d+$/, '');
    const found = localNames.includes(name) ? mailboxPage(request.url ?? '', messages, mails) : undefined;
    response.writeHead(found ? 200 : 404, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': found?.policy ?? "default-src 'none'",
      'cache-control': 'no-store',
    });
    response.end(found?.html ?? '<!doctype html><title>404</title><h1>404</h1>');
  });
}

/**
 * Starts a mailbox on loopback: an SMTP server that keeps every mail in memory, and a page that lists them.
 *
 * @param ports free ones by default
 * @param mails the look of its pages; the product's by default
 */
export async function startMailbox(
  ports: { smtp?: number; http?: number } = {},
  mails = productMails,
): Promise<Mailbox> {
  const messages: Mail[] = [];
  const waiting = new Set<(mail: Mail) => void>();
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: largestMail,
    logger: false,
    onData: (stream, _session, done) => {
      readMail(stream).then(
        (read) => {
          const mail = { id: messages.length + 1, ...read };
          messages.push(mail);
          for (const check of waiting) check(mail);
          done();
        },
        (cause: unknown) => done(cause instanceof Error ? cause : new Error(String(cause))),
      );
    },
  });
  // a sender that hangs up in the middle of a mail sends it again; without a listener this process would end
  smtp.on('error', () => undefined);
  const page = pageServer(messages, mails);
  const smtpPort = await listen(smtp.server, ports.smtp);
  const httpPort = await listen(page, ports.http);

  return {
    smtpUrl: `smtp://127.0.0.1:${smtpPort}`,
    url: `http://localhost:${httpPort}/`,
    messages,
    waitFor: (to, { since = 0, matching = () => true, timeout = defaultTimeout } = {}) => {
      const fits = (mail: Mail): boolean => mail.id > since && mail.to.includes(to) && matching(mail);
      const found = messages.findLast(fits);
      if (found) return Promise.resolve(found);
      return new Promise((resolve, reject) => {
        const check = (mail: Mail): void => {
          if (!fits(mail)) return;
          clearTimeout(timer);
          waiting.delete(check);
          resolve(mail);
        };
        const timer = setTimeout(() => {
          waiting.delete(check);
          const received = messages.map((mail) => `${mail.id} to ${mail.to.join(', ')}: ${mail.subject}`);
          reject(
            new Error(`no mail to ${to} in ${timeout} ms; received:\n${received.join('\n') || 'nothing'}`),
          );
        }, timeout);
        waiting.add(check);
      });
    },
    async stop() {
      await Promise.all([new Promise<void>((resolve) => smtp.close(() => resolve())), close(page)]);
    },
  };
}
