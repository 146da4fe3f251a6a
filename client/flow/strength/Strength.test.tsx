import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { field, setUpFlowHarness, show } from '../../../test/support/flows/flowHarness.tsx';
import { renderInPage } from '../../../test/support/renderInPage.tsx';
import { rate } from './rate.ts';

setUpFlowHarness();

let reducesData = false;
beforeEach(() => {
  reducesData = false;
  globalThis.matchMedia = (() => ({ matches: reducesData })) as unknown as typeof matchMedia;
});
afterEach(() => {
  delete document.documentElement.dataset.savesData;
});

const meter = (): Promise<HTMLElement> => screen.findByRole('meter', { name: 'Strength' });

test('a new password is rated while it is chosen, in words, with advice', async () => {
  show('registration');
  await userEvent.type(field(/^Password/), 'password1');
  await waitFor(async () => expect((await meter()).getAttribute('aria-valuetext')).toBe('Weak'));
  expect(
    screen.getByText(/Many people use passwords like this one/).closest('[role="status"]'),
  ).not.toBeNull();
  await userEvent.clear(field(/^Password/));
  await userEvent.type(field(/^Password/), 'seven purple stethoscopes');
  await waitFor(async () => expect((await meter()).getAttribute('aria-valuenow')).toBe('4'));
  expect(screen.getByText('Strong')).toBeTruthy();
});

test.each([
  ['brings back what has the focus when it pushes that out of sight', 20, 1],
  ['leaves alone who has scrolled away from it to read', 900, 0],
])('a rating that comes late %s', async (_what, below, times) => {
  const bottoms = jest.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (
    this: Element,
  ) {
    const bottom = this === document.activeElement ? innerHeight + below : this.tagName === 'DIV' ? 130 : 100;
    return { bottom } as DOMRect;
  });
  const scrolled = jest.fn();
  Element.prototype.scrollIntoView = scrolled;
  show('registration');
  const password = field(/^Password/);
  const { Strength } = await import('./Strength.tsx');
  field(/^First name/).focus();
  renderInPage(<Strength field={password} />);
  bottoms.mockRestore();
  expect(scrolled).toHaveBeenCalledTimes(times);
});

test('a field that was left empty is not rated', async () => {
  show('registration');
  const { passwordStrength } = await import('./passwordStrength.tsx');
  expect(await passwordStrength(field(/^Password/))).toBeUndefined();
});

test('a password made of what stands beside it is weak', async () => {
  show('registration');
  await userEvent.type(field(/^Email/), 'cornelia.quartz@example.org');
  await userEvent.type(field(/^Password/), 'cornelia.quartz');
  expect(await screen.findByText(/Names and addresses are easy to guess/)).toBeTruthy();
});

test('nothing is fetched for a password that exists already', async () => {
  show('login');
  await userEvent.type(field(/^Password/), 'password1');
  expect(screen.queryByRole('meter')).toBeNull();
});

test.each([
  ['the browser says so to the server', () => (document.documentElement.dataset.savesData = '')],
  ['the device asks for less data', () => (reducesData = true)],
])('nothing is fetched where data is saved: %s', async (_, save) => {
  save();
  show('registration');
  await userEvent.type(field(/^Password/), 'password1');
  expect(screen.queryByRole('meter')).toBeNull();
});

test.each([
  ['qwertzuiop', 'pattern'],
  ['aaaaaaaaaaaa', 'pattern'],
  ['20041987', 'dates'],
  ['p4ssw0rd!', 'common'],
  ['Stetho2026', 'own'],
])('%s is advised against, for a reason that helps (%s)', (password, advice) => {
  expect(rate(password, ['Stetho', 'ann@example.org'])).toMatchObject({ advice });
});

test('a long password is rated by its beginning, so that no length takes long', () => {
  const beginning = 'a'.repeat(64);
  expect(rate(`${beginning}seven purple stethoscopes`, [])).toEqual(rate(beginning, []));
});
