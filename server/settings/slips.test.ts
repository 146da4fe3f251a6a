import { describe, expect, test } from '@jest/globals';
import { inWords, isOneSlipAway, slips } from './slips.ts';

const known = ['PORT', 'PORTAL_ADMINS', 'PORTAL_ADMIN_AAL', 'PORTAL_ADMIN_CLIENTS'];

describe('a slip of the pen', () => {
  test.each([
    ['a letter left out', 'PORTAL_ADMIN_AL'],
    ['a letter left out at the start', 'ORTAL_ADMIN_AAL'],
    ['a letter left out at the end', 'PORTAL_ADMIN_AA'],
    ['a letter too many', 'PORTAL_ADMINN_AAL'],
    ['a letter too many at the end', 'PORTAL_ADMIN_AALS'],
    ['another letter', 'PORTAL_ADMIN_ALL'],
    ['a dash', 'PORTAL-ADMIN_AAL'],
    ['two letters that changed places', 'PROTAL_ADMIN_AAL'],
    ['another case', 'portal_admin_aal'],
  ])('%s is named with what was meant', (_what, name) => {
    expect(slips([name], known)).toEqual([{ name, meant: 'PORTAL_ADMIN_AAL' }]);
  });

  test('a setting is none, nor is what is further away', () => {
    expect(slips([...known, 'PATH', 'HOME', 'PORTAL', 'PORTAL_ADMIN_LAAA', ''], known)).toEqual([]);
  });

  test.each([
    ['abcd', 'badc'],
    ['ab', 'cd'],
    ['aab', 'b'],
    ['', 'ab'],
  ])('%j and %j differ in more', (one, other) => {
    expect(isOneSlipAway(one, other)).toBe(false);
    expect(isOneSlipAway(other, one)).toBe(false);
  });

  test('is told in one sentence', () => {
    expect(inWords({ name: 'PORTAL_ADMIN_AL', meant: 'PORTAL_ADMIN_AAL' })).toBe(
      'PORTAL_ADMIN_AL is not a setting; did you mean PORTAL_ADMIN_AAL?',
    );
  });
});
