import { describe, expect, jest, test } from '@jest/globals';
import { act } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { flowOf, input, text } from '../../test/support/flows/flowParts.ts';
import { field, show, harness, setUpFlowHarness } from '../../test/support/flowHarness.tsx';
import { recordedFlow } from '../../test/support/flows/recordedFlow.ts';
import { renderInPage } from '../../test/support/renderInPage.tsx';
import { FlowView } from './FlowView.tsx';

setUpFlowHarness();

describe('Enter', () => {
  const defaultButton = (form: Element | null) => form?.querySelector<HTMLInputElement>('[type="submit"]');

  test('is blocked if there is no primary button', () => {
    const flow = flowOf('settings', [
      input(
        'webauthn',
        'webauthn_register_displayname',
        'text',
        {},
        text(1050013, 'Name of the security key'),
      ),
      input(
        'webauthn',
        'webauthn_remove',
        'submit',
        { value: 'k1' },
        text(1050018, 'Remove', { display_name: 'a' }),
      ),
    ]);
    const { container } = show('settings', flow);
    expect(defaultButton(container.querySelector('form'))?.disabled).toBe(true);
  });
});

test('Enter in a form that the browser itself sends asks for the code that was used last', async () => {
  const sent = jest.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(() => undefined);
  const flow = recordedFlow('login');
  renderInPage(<FlowView kind="login" flow={flow} sentByBrowser lastMethods={['code']} />);
  await userEvent.type(field(/^Email/), 'ann@example.org{Enter}');
  const [form] = sent.mock.contexts as HTMLFormElement[];
  expect(form && new FormData(form).getAll('method')).toEqual(['code']);
  expect(harness.calls).toEqual([]);
  sent.mockRestore();
});

test('a form that the browser itself sends is not sent by the script', () => {
  const flow = recordedFlow('verification-sent');
  renderInPage(<FlowView kind="verification" flow={flow} sentByBrowser />);
  const event = new SubmitEvent('submit', { bubbles: true, cancelable: true });
  // jsdom cannot send forms
  addEventListener('submit', (submitted) => submitted.preventDefault(), { once: true });
  const prevented = jest.spyOn(event, 'preventDefault');
  act(() => void document.querySelector('form')?.dispatchEvent(event));
  expect([prevented.mock.calls.length, harness.calls]).toEqual([1, []]);
});
