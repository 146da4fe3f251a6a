import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { useClone } from '../support/useClone.ts';

const clone = useClone();

describe('a start that fails ends with one line and exit code 1, and leaves nothing running', () => {
  afterEach(() => {
    expect(clone().records()).toEqual([]);
  });

  test('because .cache/local is a file', async () => {
    mkdirSync(clone().at('.cache'));
    writeFileSync(clone().at('.cache/local'), '');
    const { code, said } = await clone().start().outcome();
    expect({ code, said }).toEqual({
      code: 1,
      said: [expect.stringMatching(/\.cache\/local cannot be used: EEXIST/)],
    });
  });

  test('because the records of its processes cannot be written', async () => {
    mkdirSync(clone().at('.cache'));
    writeFileSync(clone().at('.cache/running'), '');
    const { code, said } = await clone().start({ KRATOS_PUBLIC_URL: 'http://127.0.0.1:9' }).outcome();
    expect({ code, said }).toEqual({
      code: 1,
      said: [expect.stringMatching(/\.cache\/running cannot be written \(EEXIST\)/)],
    });
    rmSync(clone().at('.cache/running'));
  });

  test('because kratos.sqlite is not a database', async () => {
    mkdirSync(clone().data(), { recursive: true });
    writeFileSync(path.join(clone().data(), 'kratos.sqlite'), 'no database '.repeat(100));
    const { code, said } = await clone().start().outcome();
    expect({ code, said }).toEqual({
      code: 1,
      said: [expect.stringMatching(/kratos\.sqlite cannot be used: file is not a database/)],
    });
  });

  test('because Kratos cannot migrate its database', async () => {
    clone().kratosFaults({ migrate: 'the disk is full' });
    const { code, said } = await clone().start().outcome();
    expect(code).toBe(1);
    expect(said.slice(1)).toEqual([
      expect.stringMatching(/^Kratos could not prepare its database: Error: the disk is full /),
    ]);
  });

  test('because Kratos refuses to create the sample accounts', async () => {
    clone().kratosFaults({ identities: true });
    const { code, said } = await clone().start().outcome();
    expect(code).toBe(1);
    expect(said.slice(1)).toEqual([
      expect.stringMatching(/^Kratos refused to create user@portal\.example: 500 .*no identities today/),
    ]);
  });

  test.each(['{', '{}'])('because the secrets file contains %s', async (text) => {
    mkdirSync(clone().data(), { recursive: true });
    writeFileSync(path.join(clone().data(), 'secrets.json'), text);
    const { code, said } = await clone().start().outcome();
    expect(code).toBe(1);
    expect(said.slice(1)).toEqual([
      expect.stringMatching(/secrets\.json does not contain the expected secrets; delete it/),
    ]);
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

  test.each([
    [{ PORT: 'abc' }, 'PORT'],
    [{ PORT: '80000' }, 'PORT'],
    [{ COOKIE_SECRET: 'too short' }, 'COOKIE_SECRET'],
    [{ PORTAL_URL: 'nonsense' }, 'PORTAL_URL'],
  ])('because of the invalid setting %j, before anything is created', async (environment, name) => {
    const { code, said } = await clone().start(environment).outcome();
    expect(code).toBe(1);
    expect(said).toEqual([
      expect.stringMatching('because of its settings'),
      expect.stringContaining(`${name}: must`),
    ]);
    expect(() => statSync(clone().at('.cache'))).toThrow('ENOENT');
  });
});
