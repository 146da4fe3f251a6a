import { describe, expect, test } from '@jest/globals';
import { readSettings, settingWarnings } from './config.ts';
import { describeMisspelling, findMisspellings, isOneTypoAway } from './misspellings.mjs';

const KRATOS_PUBLIC_URL = 'http://kratos:4433';
const known = ['PORT', 'PORTAL_ADMINS', 'PORTAL_ADMIN_AAL', 'PORTAL_ADMIN_CLIENTS'];

describe('the check for misspelt settings', () => {
  test.each([
    ['a letter left out', 'PORTAL_ADMIN_AL'],
    ['a letter left out at the start', 'ORTAL_ADMIN_AAL'],
    ['a letter left out at the end', 'PORTAL_ADMIN_AA'],
    ['an extra letter', 'PORTAL_ADMINN_AAL'],
    ['an extra letter at the end', 'PORTAL_ADMIN_AALS'],
    ['another letter', 'PORTAL_ADMIN_ALL'],
    ['a dash', 'PORTAL-ADMIN_AAL'],
    ['two letters swapped', 'PROTAL_ADMIN_AAL'],
    ['another case', 'portal_admin_aal'],
  ])('suggests the setting that was meant: %s', (_what, name) => {
    expect(findMisspellings([name], known)).toEqual([{ name, intended: 'PORTAL_ADMIN_AAL' }]);
  });

  test('ignores the settings themselves, and names that differ more', () => {
    expect(findMisspellings([...known, 'PATH', 'HOME', 'PORTAL', 'PORTAL_ADMIN_LAAA', ''], known)).toEqual(
      [],
    );
  });

  test.each([
    ['abcd', 'badc'],
    ['ab', 'cd'],
    ['aab', 'b'],
    ['', 'ab'],
  ])('%j and %j differ by more than one typo', (one, other) => {
    expect(isOneTypoAway(one, other)).toBe(false);
    expect(isOneTypoAway(other, one)).toBe(false);
  });

  test('describes a misspelling in one sentence', () => {
    expect(describeMisspelling({ name: 'PORTAL_ADMIN_AL', intended: 'PORTAL_ADMIN_AAL' })).toBe(
      'PORTAL_ADMIN_AL is not a setting; did you mean PORTAL_ADMIN_AAL?',
    );
  });
});

describe('readSettings', () => {
  test('refuses to start with a misspelt name even if its setting has a stand-in', () => {
    const standIns = { KRATOS_PUBLIC_URL };
    expect(readSettings({}, standIns).KRATOS_PUBLIC_URL).toBe(KRATOS_PUBLIC_URL);
    expect(readSettings({ KRATOS_PUBLIC_URL: 'http://own' }, standIns).KRATOS_PUBLIC_URL).toBe('http://own');
    expect(readSettings({ KRATOS_PUBLIC_URL: '' }, standIns).KRATOS_PUBLIC_URL).toBe(KRATOS_PUBLIC_URL);
    expect(() => readSettings({ KRATOS_PUBLIC_UR: 'http://own' }, standIns)).toThrow(
      'did you mean KRATOS_PUBLIC_URL?',
    );
  });

  test('refuses to start with a misspelling that leaves a setting unset', () => {
    expect(() => readSettings({ KRATOS_PUBLIC_URL, PORTAL_ADMIN_AL: 'aal3' })).toThrow(
      'PORTAL_ADMIN_AL is not a setting; did you mean PORTAL_ADMIN_AAL?',
    );
    expect(() => readSettings({ KRATOS_PUBLC_URL: 'http://kratos' })).toThrow(
      'did you mean KRATOS_PUBLIC_URL?',
    );
  });

  test('only warns about variables that may belong to another program', () => {
    const environment = {
      KRATOS_PUBLIC_URL,
      KRATOS_PUBLIC_URI: 'http://kratos',
      PROT: '1',
      HOSTS: '',
      PATH: '/bin',
    };
    expect(readSettings(environment).PORT).toBe(3000);
    expect(settingWarnings(environment)).toEqual([
      'KRATOS_PUBLIC_URI is not a setting; did you mean KRATOS_PUBLIC_URL?',
      'PROT is not a setting; did you mean PORT?',
    ]);
    expect(settingWarnings({ KRATOS_PUBLIC_URL })).toEqual([]);
  });
});
