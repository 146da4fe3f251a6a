import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { useClone } from '../support/useClone.ts';

const clone = useClone();

describe('a start that fails ends with one line and exit code 1, and leaves nothing running', () => {
  afterEach(() => {
    expect(clone().records()).toEqual([]);
  });

  const write = (folder: string, file: string, text = ''): void => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, file), text);
  };
  const provider = { KRATOS_PUBLIC_URL: 'http://127.0.0.1:9' };

  test.each<[string, () => void, Record<string, string>, RegExp]>([
    [
      '.cache/local is a file',
      () => write(clone().at('.cache'), 'local'),
      {},
      /^[^\n]*\.cache\/local cannot be used: EEXIST[^\n]*$/,
    ],
    [
      'the records of its processes cannot be written',
      () => write(clone().at('.cache'), 'running'),
      provider,
      /^[^\n]*\.cache\/running cannot be written \(EEXIST\)[^\n]*$/,
    ],
    [
      'kratos.sqlite is not a database',
      () => write(clone().data(), 'kratos.sqlite', 'no database '.repeat(100)),
      {},
      /^[^\n]*kratos\.sqlite cannot be used: file is not a database[^\n]*$/,
    ],
    [
      'Kratos cannot migrate its database',
      () => clone().kratosFaults({ migrate: 'the disk is full' }),
      {},
      /^[^\n]*\nKratos could not prepare its database: Error: the disk is full [^\n]*$/,
    ],
    [
      'Kratos refuses to create the sample accounts',
      () => clone().kratosFaults({ identities: true }),
      {},
      /^[^\n]*\nKratos refused to create user@portal\.example: 500 [^\n]*no identities today[^\n]*$/,
    ],
    ...['{', '{}'].map((text): [string, () => void, Record<string, string>, RegExp] => [
      `the secrets file contains ${text}`,
      () => write(clone().data(), 'secrets.json', text),
      {},
      /^[^\n]*\n[^\n]*secrets\.json does not contain the expected secrets; delete it[^\n]*$/,
    ]),
  ])('because %s', async (_what, spoil, environment, expected) => {
    spoil();
    const { code, said } = await clone().start(environment).outcome();
    expect([code, said.join('\n')]).toEqual([1, expect.stringMatching(expected)]);
    if (environment === provider) rmSync(clone().at('.cache/running'));
  });

  test('because HOST is not an address of this machine, before anything is started', async () => {
    const { code, said } = await clone().start({ HOST: '192.0.2.1' }).outcome();
    expect({ code, said }).toEqual({
      code: 1,
      said: ['HOST is 192.0.2.1, which is not an address of this machine'],
    });
  });

  test.each([
    [{ NODE_ENV: 'production' }, 'NODE_ENV is production'],
    [{ PORTAL_URL: 'https://portal.example' }, 'PORTAL_URL is https'],
  ])('because the accounts of a local provider are not for production (%j)', async (environment, reason) => {
    const { code, said } = await clone().start(environment).outcome();
    expect(code).toBe(1);
    expect(said).toEqual([
      `${reason}, and a local provider has accounts with published passwords.`,
      'Set KRATOS_PUBLIC_URL to a Kratos of your own.',
    ]);
    expect(() => statSync(clone().at('.cache'))).toThrow('ENOENT');
  });

  test.each([
    ['KRATOS_PUBLIC_UR', 'KRATOS_PUBLIC_URL'],
    ['COOKIE_SECRT', 'COOKIE_SECRET'],
    ['PORTAL_UR', 'PORTAL_URL'],
  ])('because of the misspelt %s, even if the local provider sets it', async (name, intended) => {
    const { code, said } = await clone()
      .start({ [name]: 'http://127.0.0.1:9' })
      .outcome();
    expect(code).toBe(1);
    expect(said.slice(1)).toEqual([`  ${name} is not a setting; did you mean ${intended}?`]);
  });
});
