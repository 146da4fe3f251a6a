import { describe, expect, test } from '@jest/globals';
import { areas, pageNames, pageRow } from '../../shared/pages.ts';
import { isTextOf } from './textAreas.ts';

describe.each(areas)('the catalogue of the area %s', (area) => {
  test.each(['common.documentTitle', 'nav.login', 'flow.expired', 'provider.1010001', 'error.details'])(
    'has %s, which all areas need',
    (key) => {
      expect(isTextOf(area, key)).toBe(true);
    },
  );

  test('has the texts of its own pages and of no others', () => {
    const own = Map.groupBy(pageNames, (name) => pageRow(name).area).get(area) ?? [];
    const found = pageNames.filter((name) => isTextOf(area, `${name}.title`));
    // these bring all their own texts
    const complete = ['accessibility', 'recoveryLink', 'settings', 'verificationLink'];
    const needed = own.filter((name) => !complete.includes(name));
    expect(new Set(found)).toEqual(new Set([...needed, 'error']));
  });

  test('lacks texts that only the server renders', () => {
    expect(isTextOf(area, 'docs.title')).toBe(false);
  });
});
