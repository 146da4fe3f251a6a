import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { accountKey, codeAccountKey } from '../../server/security/submission/identifiers.ts';
import { runningStack } from '../support/runningStack.ts';

const password = 'one password for all of them';

/** The registered identifiers of accounts that sign in with a password. */
const names = [
  'nurse@example.org',
  'nurse',
  '\uFF4Eurse',
  'nur\u017Fe',
  'K2 \u00DF',
  '\u0130pek',
  '\u03A3\u03AF\u03C3\u03C5\u03C6\u03BF\u03C2',
  '\uFEFFnurse',
  'nurse\u200B',
  '+49 170 1234567',
  '+491701234567',
  '0049 170 1234567',
  '(030) 12 34 56',
];
/** The addresses of accounts that sign in by code. */
const emails = ['doctor@example.org', 'doctor+1704455667@example.org', '\u0130lke@example.org'];
const phones = [
  '+491701234567',
  '+491701234568',
  '+12015550123',
  '+78005553535',
  '+390612345678',
  '+5491123456789',
];

const schema = {
  $id: 'https://account-portal.example/identifiers.schema.json',
  $schema: 'http://json-schema.org/draft-07/schema#',
  type: 'object',
  properties: {
    traits: {
      type: 'object',
      properties: {
        name: { type: 'string', 'ory.sh/kratos': { credentials: { password: { identifier: true } } } },
        email: {
          type: 'string',
          format: 'email',
          'ory.sh/kratos': {
            credentials: { code: { identifier: true, via: 'email' } },
            recovery: { via: 'email' },
          },
        },
        // nobody signs in with this one: an account needs a proved address
        mailbox: { type: 'string', format: 'email', 'ory.sh/kratos': { verification: { via: 'email' } } },
        phone: {
          type: 'string',
          'ory.sh/kratos': { credentials: { code: { identifier: true, via: 'sms' } } },
        },
      },
    },
  },
};

const stack = runningStack({
  kratos: {
    HASHERS_ARGON2_EXPECTED_DURATION: '1ms',
    HASHERS_ARGON2_EXPECTED_DEVIATION: '1ms',
    IDENTITY_DEFAULT_SCHEMA_ID: 'identifiers',
    IDENTITY_SCHEMAS: JSON.stringify([
      { id: 'identifiers', url: `base64://${Buffer.from(JSON.stringify(schema)).toString('base64')}` },
    ]),
  },
});

const json = { accept: 'application/json', 'content-type': 'application/json' };

async function call<Body>(url: string, body?: object): Promise<Body> {
  const answer = await fetch(url, body ? { method: 'POST', headers: json, body: JSON.stringify(body) } : {});
  return (await answer.json()) as Body;
}

async function createAccount(traits: object): Promise<void> {
  const mailbox = `${randomUUID()}@mailbox.example`;
  const { id } = await call<{ id?: string }>(`${stack.kratos.adminUrl}/admin/identities`, {
    schema_id: 'identifiers',
    traits: { ...traits, mailbox },
    credentials: { password: { config: { password } } },
    verifiable_addresses: [{ value: mailbox, via: 'email', verified: true, status: 'completed' }],
  });
  expect(id).toBeDefined();
}

interface Answer {
  session?: { identity: { traits: { name: string } } };
  state?: string;
}

/** Starts a flow and submits its form, directly at Kratos. */
async function submit(kind: string, fields: object): Promise<Answer> {
  const { id } = await call<{ id: string }>(`${stack.kratos.publicUrl}/self-service/${kind}/api`);
  return call(`${stack.kratos.publicUrl}/self-service/${kind}?flow=${id}`, fields);
}

/** Returns the account that this identifier and the password sign in to. */
const byPassword = async (identifier: string): Promise<string | undefined> =>
  (await submit('login', { method: 'password', identifier, password })).session?.identity.traits.name;

/** Returns the account that is sent a code when one is requested for this identifier. */
async function byCode(identifier: string): Promise<string | undefined> {
  const { state } = await submit('login', { method: 'code', identifier });
  return state === 'sent_email' ? lastRecipient('login_code_valid') : undefined;
}

/** Returns the account that a recovery with this address recovers. */
async function byRecovery(email: string): Promise<string | undefined> {
  await submit('recovery', { method: 'code', email });
  return lastRecipient('recovery_code_valid');
}

let seen = new Set<string>();

/** Returns the recipient of the new message, if it is of this type. */
async function lastRecipient(type: string): Promise<string | undefined> {
  const messages = await call<{ id: string; recipient: string; template_type: string }[]>(
    `${stack.kratos.adminUrl}/admin/courier/messages?page_size=1000`,
  );
  const recipients = messages
    .filter(({ id, template_type }) => !seen.has(id) && template_type === type)
    .map(({ recipient }) => recipient);
  seen = new Set(messages.map(({ id }) => id));
  return recipients[0];
}

beforeAll(async () => {
  for (const name of names) await createAccount({ name });
  for (const email of emails) await createAccount({ email });
  for (const phone of phones) await createAccount({ phone });
}, 240_000);

const blanks = [
  ' ',
  '\t',
  '\n',
  '\u0085',
  '\u00A0',
  '\u1680',
  '\u2003',
  '\u2028',
  '\u3000',
  '\uFEFF',
  '\u200B',
  '\u180E',
];
/** Characters that some comparison treats as equal to a letter. */
const lookalikes: Record<string, string[]> = {
  k: ['\u212A'],
  s: ['\u017F'],
  i: ['\u0130', '\u0131'],
  '\u03C2': ['\u03C3'],
  '+': ['\uFF0B', '00', '++', ''],
};

/** Variants of a character that somebody might type. */
const variantsOf = (character: string): string[] => {
  const code = character.codePointAt(0) ?? 0;
  return [
    character,
    character.toLowerCase(),
    character.toUpperCase(),
    ...(code > 0x20 && code < 0x7f ? [String.fromCodePoint(code + 0xfee0)] : []),
    ...(/\d/.test(character)
      ? [String.fromCodePoint(0x660 + Number(character)), `${character}-`, `${character} `]
      : []),
    ...(lookalikes[character.toLowerCase()] ?? []),
  ];
};

/** Generates spellings of an identifier: with blanks around it, and some characters replaced. */
const spellingOf = (identifier: string): fc.Arbitrary<string> => {
  const around = fc.string({ unit: fc.constantFrom(...blanks), maxLength: 2 });
  const inner = Array.from(identifier, (character) =>
    fc.oneof(
      { arbitrary: fc.constant(character), weight: 8 },
      { arbitrary: fc.constantFrom(...variantsOf(character)), weight: 1 },
    ),
  );
  return fc
    .tuple(around, fc.tuple(...inner), around)
    .map(([before, characters, after]) => before + characters.join('') + after);
};

const countries = /^\+(?:1|7|39|49|54)/;
/** Generates notations of a telephone number that people and applications use. */
const notationOf = (phone: string): fc.Arbitrary<string> => {
  const country = countries.exec(phone)?.[0] ?? '';
  const rest = phone.slice(country.length);
  return fc.constantFrom(
    `${country} (0)${rest}`,
    `${country} 0${rest}`,
    `(${country}) ${rest}`,
    `${country} 1 ${rest}`,
    `${country} 8${rest}`,
    `tel:${phone}`,
    `tel:${rest};phone-context=${country}`,
    `${phone};ext=5`,
    `${phone} x5`,
    `${phone}/x@example.org`,
    `call ${phone}`,
    phone.replace('+', '00'),
    phone.replace('+', ''),
    rest,
  );
};

const anyOf = (identifiers: string[], also = spellingOf): fc.Arbitrary<string> =>
  fc.oneof(fc.constantFrom(...identifiers).chain(spellingOf), fc.constantFrom(...identifiers).chain(also));

const options = { numRuns: 150, interruptAfterTimeLimit: 20_000 };

describe('two spellings reach the same account', () => {
  test('by password if and only if they have the same key', async () => {
    expect(await byPassword(' NURSE\u3000')).toBe('nurse');
    const check = fc.asyncProperty(anyOf(names), async (spelling) => {
      const reached = await byPassword(spelling);
      const alike = names.filter((name) => accountKey(name) === accountKey(spelling));
      expect(alike).toEqual(reached === undefined ? [] : [reached]);
    });
    await fc.assert(check, options);
  }, 60_000);

  test('by recovery only if they have the same key', async () => {
    const check = fc.asyncProperty(anyOf(emails), async (spelling) => {
      const reached = await byRecovery(spelling);
      if (reached !== undefined) expect(accountKey(spelling)).toBe(accountKey(reached));
    });
    await fc.assert(check, options);
  }, 60_000);

  test('by code only if they have the same key, and no two accounts share a key', async () => {
    expect(await byCode('+49 (0)170 1234567')).toBe('+491701234567');
    const keyOf = (identifier: string): string | undefined => {
      try {
        return codeAccountKey(identifier);
      } catch {
        return undefined;
      }
    };
    const accounts = [...emails, ...phones];
    expect(new Set(accounts.map(keyOf)).size).toBe(accounts.length);
    const check = fc.asyncProperty(fc.oneof(anyOf(emails), anyOf(phones, notationOf)), async (spelling) => {
      const key = keyOf(spelling);
      if (key === undefined) return;
      const reached = await byCode(spelling);
      if (reached !== undefined) expect(key).toBe(codeAccountKey(reached));
    });
    await fc.assert(check, options);
  }, 60_000);
});
