import { describe, expect, test } from '@jest/globals';
import { describeMisspelling, findMisspellings, isOneTypoAway } from './misspellings.mjs';

const known = ['PORT', 'PORTAL_ADMINS', 'PORTAL_ADMIN_AAL', 'PORTAL_ADMIN_CLIENTS'];

describe('misspelt settings', () => {
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

  test('are described in one sentence', () => {
    expect(describeMisspelling({ name: 'PORTAL_ADMIN_AL', intended: 'PORTAL_ADMIN_AAL' })).toBe(
      'PORTAL_ADMIN_AL is not a setting; did you mean PORTAL_ADMIN_AAL?',
    );
  });
});
