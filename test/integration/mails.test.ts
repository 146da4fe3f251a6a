import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Mail } from '../../provider/local/mail.ts';
import { productMails } from '../../provider/mails/mailBrand.ts';
import { mailKinds } from '../../provider/mails/mailKinds.ts';
import { mailPreview } from '../../provider/mails/mailPreview.ts';
import type { Locale } from '../../shared/messages/locales.ts';
import { createIdentity, type IdentityOptions } from '../support/identities.ts';
import { cookieJar } from '../support/kratosLogin.ts';
import { startStack, type Stack, type StackOptions } from '../support/stack.ts';

let stack: Stack;

function useStack(options: StackOptions = {}): void {
  beforeAll(async () => {
    stack = await startStack(options);
  }, 240_000);
  afterAll(() => stack.stop());
}

const decode = (attribute: string): string => attribute.replaceAll('&quot;', '"').replaceAll('&amp;', '&');

/**
 * Opens a page in a language and sends its form, as a browser without scripts does.
 *
 * @param fields the typed values, and values that replace those of hidden fields
 */
async function submit(page: string, language: Locale, fields: Record<string, string>): Promise<void> {
  const jar = cookieJar();
  const cookie = (): string => `locale=${language}; ${jar.header()}`;
  const answer = await fetch(stack.url + page, { headers: { accept: 'text/html', cookie: cookie() } });
  jar.keep(answer);
  const html = await answer.text();
  const [, action = ''] = / action="([^"]+\/self-service\/[^"]+)"/.exec(html) ?? [];
  const hidden = Object.fromEntries(
    Array.from(
      html.matchAll(/<input type="hidden" name="(csrf_token|transient_payload)" value=(["'])(.*?)\2/g),
      ([, name = '', , value = '']) => [name, decode(value)],
    ),
  );
  const sent = await fetch(decode(action), {
    method: 'POST',
    redirect: 'manual',
    headers: { accept: 'text/html', cookie: cookie(), 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ ...hidden, ...fields }).toString(),
  });
  expect(sent.status).toBe(303);
}

const lines = (text = ''): string => text.replaceAll('\r\n', '\n').trim();

/** Expects that a mail equals the preview of its kind and language, to the letter. */
function expectMail(mail: Mail, folder: string, language: Locale): void {
  const kind = mailKinds.find((one) => one.folder === folder);
  if (!kind) throw new Error(`there is no mail ${folder}`);
  // Kratos 1.3.1 does not tell templates how long a code is valid
  const [minutes] =
    /\b(15|60)\b(?! *\d)/.exec(mail.text.replace(mail.code ?? '', '').replace(/http\S+/g, '')) ?? [];
  const values = {
    code: mail.code ?? '',
    link: mail.links[0] ?? '',
    ...(minutes && { minutes: Number(minutes) }),
  };
  const expected = mailPreview(kind, language, productMails, values);
  expect(mail.subject).toBe(expected.subject);
  expect(mail.subject).not.toMatch(/\d|:\/\//);
  expect(lines(mail.text)).toBe(lines(expected.text));
  expect(lines(mail.html)).toBe(lines(expected.html));
}

const identity = (options: IdentityOptions): Promise<{ email: string }> =>
  createIdentity(stack.kratos.adminUrl, options);
const inLanguage = (locale: string): IdentityOptions => ({ traits: { locale } });
const nobody = (): string => `${randomUUID()}@test.example`;

describe('a mail with a code', () => {
  useStack();

  test.each([
    ['recovery', 'recovery_code/valid', 'pl', 'fr', 'pl'],
    ['recovery', 'recovery_code/valid', 'sv', 'fr', 'se'],
    ['recovery', 'recovery_code/valid', undefined, 'fr', 'fr'],
    ['verification', 'verification_code/valid', 'fr', 'pl', 'fr'],
    ['verification', 'verification_code/valid', undefined, 'pl', 'pl'],
    ['login', 'login_code/valid', 'pl', 'en', 'pl'],
    ['login', 'login_code/valid', undefined, 'fr', 'fr'],
  ] as const)(
    'for %s (%s) is in the identity’s language (%s), else in the page’s (%s): %s',
    async (page, folder, locale, language, expected) => {
      const { email } = await identity({
        ...(locale && inLanguage(locale)),
        verified: page !== 'verification',
      });
      await submit(`/${page}`, language, {
        method: 'code',
        [page === 'login' ? 'identifier' : 'email']: email,
      });
      expectMail(await stack.mailbox.waitFor(email), folder, expected);
    },
  );

  test.each([
    ['recovery', 'recovery_code/invalid', 'pl'],
    ['verification', 'verification_code/invalid', 'fr'],
  ] as const)(
    'for %s (%s), sent to an unknown address, is in the page’s language %s',
    async (page, folder, language) => {
      const email = nobody();
      await submit(`/${page}`, language, { method: 'code', email });
      expectMail(await stack.mailbox.waitFor(email), folder, language);
    },
  );

  test('for a registration is in the page’s language, unless the sign-up names another', async () => {
    const [polish, french] = [nobody(), nobody()];
    const fields = (email: string): Record<string, string> => ({
      method: 'code',
      'traits.email': email,
      'traits.tos': 'true',
    });
    await submit('/registration', 'pl', fields(polish));
    expectMail(await stack.mailbox.waitFor(polish), 'registration_code/valid', 'pl');
    await submit('/registration', 'pl', { ...fields(french), 'traits.locale': 'fr' });
    expectMail(await stack.mailbox.waitFor(french), 'registration_code/valid', 'fr');
  });

  test('contains nothing that a stranger typed', async () => {
    const email = nobody();
    await submit('/registration', 'pl', {
      method: 'password',
      password: randomUUID(),
      'traits.email': email,
      'traits.name.first': '<a href="https://evil.example">{{ .To }}</a>',
      'traits.tos': 'true',
      transient_payload: JSON.stringify({ locale: '</p><script>', name: 'Eve' }),
    });
    expectMail(await stack.mailbox.waitFor(email), 'verification_code/valid', 'en');
  });
});

describe('a mail with a link', () => {
  useStack({
    kratos: { SELFSERVICE_FLOWS_RECOVERY_USE: 'link', SELFSERVICE_FLOWS_VERIFICATION_USE: 'link' },
  });

  test.each([
    ['recovery', 'recovery/valid', 'pl', 'fr', 'pl'],
    ['recovery', 'recovery/valid', undefined, 'fr', 'fr'],
    ['verification', 'verification/valid', undefined, 'fr', 'fr'],
  ] as const)(
    'for %s (%s) is in the identity’s language (%s), else in the page’s (%s): %s',
    async (page, folder, locale, language, expected) => {
      const { email } = await identity({
        ...(locale && inLanguage(locale)),
        verified: page !== 'verification',
      });
      await submit(`/${page}`, language, { method: 'link', email });
      expectMail(await stack.mailbox.waitFor(email), folder, expected);
    },
  );

  test.each([
    ['recovery', 'recovery/invalid', 'fr'],
    ['verification', 'verification/invalid', 'pl'],
  ] as const)(
    'for %s (%s), sent to an unknown address, is in the page’s language %s',
    async (page, folder, language) => {
      const email = nobody();
      await submit(`/${page}`, language, { method: 'link', email });
      expectMail(await stack.mailbox.waitFor(email), folder, language);
    },
  );
});
