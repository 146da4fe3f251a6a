import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { renderHook } from '@testing-library/react';
import { flowOf, input } from '../../../../test/support/flows/flowParts.ts';
import { browser } from '../../../flow/answer/browser.ts';
import { useProfileLanguage } from './useProfileLanguage.ts';

const { goTo } = browser;
let gone: string[] = [];

beforeEach(() => {
  gone = [];
  browser.goTo = (url) => void gone.push(url);
  history.replaceState(null, '', '/settings?flow=f1#profile');
});
afterEach(() => {
  browser.goTo = goTo;
});

const flow = (locale: string, state = 'success') =>
  flowOf('settings', [input('profile', 'traits.locale', 'text', { value: locale })], { state });

test('saving another language in the profile reloads the page in that language', () => {
  const { result } = renderHook(() => useProfileLanguage(flow('de', 'show_form')));
  result.current(flow('pl'));
  expect(gone).toEqual(['http://localhost/settings?flow=f1']);
});

test('a language that was not saved, or not changed, leaves the page as it is', () => {
  const { result } = renderHook(() => useProfileLanguage(flow('de', 'show_form')));
  result.current(flow('pl', 'show_form'));
  result.current(flow('de'));
  expect(gone).toEqual([]);
});
