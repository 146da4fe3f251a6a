import { describe, expect, test } from '@jest/globals';
import { parseExactly } from '../../shared/exactJson.ts';
import { createIdentity } from '../support/identities.ts';
import { scriptsOnAndOff } from '../support/scriptsOnAndOff.ts';
import { useStack } from '../support/useStack.ts';

const text = { type: 'string' };
const email = {
  ...text,
  format: 'email',
  title: 'E-Mail',
  'ory.sh/kratos': { credentials: { password: { identifier: true } }, verification: { via: 'email' } },
};

const schema = {
  $id: 'kinds',
  type: 'object',
  properties: {
    traits: {
      type: 'object',
      properties: {
        email,
        tos: { type: 'boolean' },
        nick: { ...text, title: 'Nickname', minLength: 2 },
        note: { ...text, title: 'Note' },
        seen: { ...text, format: 'date-time', title: 'Last seen' },
        insured: { type: 'integer', title: 'Insurance number' },
        news: { type: 'boolean', title: 'News' },
        calls: { type: 'boolean', title: 'Calls' },
        tags: { type: 'array', items: text, title: 'Tags' },
        empty: { type: 'array', items: text, title: 'Empty' },
        grades: {
          type: 'object',
          properties: { 1: { ...text, title: 'Grade 1' }, 2: { ...text, title: 'Grade 2' } },
          additionalProperties: false,
        },
        rooms: { type: 'array', items: { type: 'array', items: text } },
        contacts: {
          type: 'array',
          items: { type: 'object', properties: { name: text, floor: { type: 'number' } } },
        },
      },
      required: ['email'],
      additionalProperties: false,
    },
  },
};

const { stack, visit, visitSignedIn } = useStack({
  kratos: {
    IDENTITY_SCHEMAS: JSON.stringify([
      { id: 'default', url: `base64://${Buffer.from(JSON.stringify(schema)).toString('base64')}` },
    ]),
  },
});

const kept =
  '{"note":"first\\nsecond\\r\\n","seen":"2026-01-31T12:00:59.5+02:00","insured":12345678901234567,"calls":false,' +
  '"tags":["a","b"],"empty":[],"grades":{"1":"good","2":"better"},"rooms":[["a","b"],["c"]],' +
  '"contacts":[{"name":"Ada","floor":3}]}';

/** Reads an account's traits as JSON, in the digits in which they are stored. */
async function traitsOf(id: string): Promise<string> {
  const answer = await fetch(`${stack().kratos.adminUrl}/admin/identities/${id}`);
  return JSON.stringify((parseExactly(await answer.text()) as { traits: unknown }).traits);
}

describe.each(scriptsOnAndOff)('$how', ({ scripts, withScripts, withoutScripts }) => {
  test('saving one field of the profile changes no other', async () => {
    const { adminUrl } = stack().kratos;
    const account = await createIdentity(adminUrl, { traits: parseExactly(kept) as Record<string, unknown> });
    const before = await traitsOf(account.id);
    const visitor = await visitSignedIn(account, '/settings#profile', { scripts });
    await visitor.fill('Nickname', 'Countess');
    await visitor.press('Save profile');
    await visitor.reads('Profile saved');
    const after = await traitsOf(account.id);
    expect(after).toContain('12345678901234567');
    expect(JSON.parse(after)).toEqual({ ...(JSON.parse(before) as object), nick: 'Countess' });
  });

  withScripts('an entry that is added to a list is there once, also after a refusal', async () => {
    const { adminUrl } = stack().kratos;
    const account = await createIdentity(adminUrl, { traits: { tags: ['a'] } });
    const visitor = await visitSignedIn(account, '/settings#profile', { scripts });
    await visitor.fill('Tags', 'b');
    await visitor.fill('Nickname', 'x');
    await visitor.press('Save profile');
    await visitor.messageAt('Nickname');
    await visitor.fill('Nickname', 'Countess');
    await visitor.press('Save profile');
    await visitor.reads('Profile saved');
    expect(JSON.parse(await traitsOf(account.id))).toMatchObject({ nick: 'Countess', tags: ['a', 'b'] });
  });

  withoutScripts('an object whose properties are numbers can be filled in at a sign-up', async () => {
    const visitor = await visit('/registration', { scripts });
    const address = 'new@example.org';
    await visitor.fill(/^Email/, address);
    await visitor.fill(/^Password/, 'a correct horse battery');
    await visitor.fill('Grade 1', 'good');
    await visitor.fill('Grade 2', 'better');
    await visitor.press('Sign up');
    await visitor.reads(/created|Welcome|verif/i);
    const list = await fetch(
      `${stack().kratos.adminUrl}/admin/identities?credentials_identifier=${encodeURIComponent(address)}`,
    );
    expect(await list.json()).toMatchObject([{ traits: { grades: { 1: 'good', 2: 'better' } } }]);
  });
});
