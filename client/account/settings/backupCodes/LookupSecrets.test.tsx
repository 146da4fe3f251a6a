import { expect, jest, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { recordedFlow } from '../../../../test/support/flows/recordedFlow.ts';
import { setUpSettingsHarness, showSettings } from '../../../../test/support/settingsHarness.tsx';

setUpSettingsHarness();

test('backup codes can be copied, printed and downloaded', async () => {
  const user = userEvent.setup();
  const print = jest.spyOn(window, 'print').mockImplementation(() => undefined);
  showSettings(recordedFlow('settings-lookup'));
  const copy = jest.spyOn(navigator.clipboard, 'writeText');
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  expect(await screen.findByText('Copied.')).toBeTruthy();
  expect(copy.mock.calls[0]?.[0].trim().split('\n')).toHaveLength(12);
  await user.click(screen.getByRole('button', { name: 'Print' }));
  expect(print).toHaveBeenCalledTimes(1);
  print.mockRestore();
  const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  URL.createObjectURL = () => 'blob:x';
  URL.revokeObjectURL = () => undefined;
  await user.click(screen.getByRole('button', { name: 'Download' }));
  expect(click).toHaveBeenCalledTimes(1);
  click.mockRestore();
});

test('backup codes are listed, the used ones struck through', () => {
  const flow = recordedFlow('settings-lookup-revealed');
  const { container } = showSettings(flow);
  const items = Array.from(container.querySelectorAll('#lookup_secret_codes li'));
  expect(items.length).toBeGreaterThan(5);
  expect(items.filter((item) => item.querySelector('s'))).toHaveLength(1);
});

test('unconfirmed codes say once what to do with them, and their button says what confirming does', () => {
  const { container } = showSettings(recordedFlow('settings-lookup'));
  expect(container.textContent).toContain('Save these codes, then confirm.');
  expect(container.textContent).not.toContain('Keep them in a safe place.');
  const [confirm] = screen.getAllByRole('button', { name: 'Confirm backup recovery codes' });
  const above = confirm?.previousElementSibling;
  expect(above?.textContent).toBe('A change here signs you out everywhere else.');
  expect(container.querySelector('#lookupSecret')?.textContent.match(/signs you out/g)).toHaveLength(1);
});
