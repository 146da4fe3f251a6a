import { beforeEach, expect, jest, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { button, field, setUpFlowHarness, show } from '../../test/support/flowHarness.tsx';
import { recordedFlow } from '../../test/support/flows/recordedFlow.ts';
import { keepTyped } from './keepTyped.ts';
import { restoreTyped } from './restoreTyped.ts';

setUpFlowHarness();
beforeEach(() => sessionStorage.clear());

test('what was typed is restored once after a reload, but never a password', async () => {
  const first = show('registration');
  await userEvent.type(field(/^E-Mail|^Email/), 'ann@example.org');
  await userEvent.click(field(/healthcare professional/));
  await userEvent.type(field(/^Password/), 'nine yellow stethoscopes');
  await userEvent.click(button('Show password'));
  keepTyped();
  expect(JSON.stringify(Object.entries(sessionStorage))).not.toContain('stethoscopes');
  first.unmount();
  const second = show('registration');
  expect(field(/^E-Mail|^Email/).value).toBe('ann@example.org');
  expect(field(/healthcare professional/).checked).toBe(true);
  expect(field(/^Password/).value).toBe('');
  second.unmount();
  show('registration');
  expect(field(/^E-Mail|^Email/).value).toBe('');
});

test('what was typed on one page is not restored on another', async () => {
  const { unmount } = show('registration');
  await userEvent.type(screen.getByLabelText(/^First name/), 'Zoe');
  keepTyped();
  unmount();
  history.replaceState(null, '', '/settings');
  show('settings');
  expect(screen.getByLabelText<HTMLInputElement>(/^First name/).value).not.toContain('Zoe');
});

test('what was typed is not restored into another flow, which may belong to somebody else', async () => {
  const flow = recordedFlow('settings');
  const { unmount } = show('settings', flow);
  await userEvent.type(screen.getByLabelText(/^First name/), 'Zoe');
  keepTyped();
  unmount();
  const action = flow.ui.action.replace(flow.id, 'f2');
  show('settings', { ...flow, id: 'f2', ui: { ...flow.ui, action } });
  expect(screen.getByLabelText<HTMLInputElement>(/^First name/).value).not.toContain('Zoe');
});

test('without storage, only what was typed is lost', () => {
  show('login');
  const denied = jest.spyOn(window, 'sessionStorage', 'get').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  expect(keepTyped).not.toThrow();
  expect(restoreTyped).not.toThrow();
  denied.mockRestore();
});
