import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Mail } from '../../provider/local/mail.ts';
import { productMails } from '../../provider/mails/mails.ts';
import { mailKinds } from '../../provider/mails/mailKinds.ts';
import { mailPreview } from '../../provider/mails/mailPreview.ts';
import { languageTag, type Locale } from '../../shared/messages/locales.ts';
import { FlowBrowser, somebody } from '../support/flowBrowser.ts';
import { createIdentity } from '../support/identities.ts';
import { sharedStack, startStack, type Stack } from '../support/stack.ts';

let stack: Stack;

/** Opens a page in a language and sends its form, as a browser without scripts does. */
async function submit(page: string, language: Locale, fields: Record<string, string>): Promise<void> {
  const sent = await new FlowBrowser(stack).sendPage(page, fields, languageTag(language));
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

type Row = [page: string, folder: string, locale: string | undefined, language: Locale, expected: Locale];

/** Asks for mails by a method: of people whose identity names a language or none, on pages in a language. */
function askedFor(method: 'code' | 'link', rows: Row[]): void {
  const ask = async ([page, folder, , language, expected]: Row, email: string): Promise<void> => {
    await submit(`/${page}`, language, { method, [page === 'login' ? 'identifier' : 'email']: email });
    expectMail(await stack.mailbox.waitFor(email), folder, expected);
  };

  test.each(rows)(
    'for %s (%s) is in the identity’s language (%s), else in the page’s (%s): %s',
    async (...row) => {
      const [page, , locale] = row;
      const traits = locale === undefined ? {} : { traits: { locale } };
      const { email } = await createIdentity(stack.kratos.adminUrl, {
        ...traits,
        verified: page !== 'verification',
      });
      await ask(row, email);
    },
  );

  test.each(['recovery', 'verification'])(
    'for a %s, sent to an unknown address, is in the page’s language',
    async (page) => {
      const folder = `${page}${method === 'code' ? '_code' : ''}/invalid`;
      for (const language of ['pl', 'fr'] as const)
        await ask([page, folder, undefined, language, language], somebody());
    },
  );
}

describe('a mail with a code', () => {
  beforeAll(async () => {
    stack = await sharedStack();
  }, 240_000);

  askedFor('code', [
    ['recovery', 'recovery_code/valid', 'pl', 'fr', 'pl'],
    ['recovery', 'recovery_code/valid', 'sv', 'fr', 'se'],
    ['recovery', 'recovery_code/valid', undefined, 'fr', 'fr'],
    ['verification', 'verification_code/valid', 'fr', 'pl', 'fr'],
    ['verification', 'verification_code/valid', undefined, 'pl', 'pl'],
    ['login', 'login_code/valid', 'pl', 'en', 'pl'],
    ['login', 'login_code/valid', undefined, 'fr', 'fr'],
  ]);

  test('for a registration is in the page’s language, unless the sign-up names another', async () => {
    for (const [named, language] of [
      [{}, 'pl'],
      [{ 'traits.locale': 'fr' }, 'fr'],
    ] as const) {
      const email = somebody();
      await submit('/registration', 'pl', {
        method: 'code',
        'traits.email': email,
        'traits.tos': 'true',
        ...named,
      });
      expectMail(await stack.mailbox.waitFor(email), 'registration_code/valid', language);
    }
  });

  test('contains nothing that a stranger typed', async () => {
    const email = somebody();
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
  beforeAll(async () => {
    stack = await startStack({
      kratos: { SELFSERVICE_FLOWS_RECOVERY_USE: 'link', SELFSERVICE_FLOWS_VERIFICATION_USE: 'link' },
    });
  }, 240_000);
  afterAll(() => stack.stop());

  askedFor('link', [
    ['recovery', 'recovery/valid', 'pl', 'fr', 'pl'],
    ['recovery', 'recovery/valid', undefined, 'fr', 'fr'],
    ['verification', 'verification/valid', undefined, 'fr', 'fr'],
  ]);
});
