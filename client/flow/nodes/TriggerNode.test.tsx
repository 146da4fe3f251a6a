import { describe, expect, jest, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { flowOf, input, text } from '../../../test/support/flows/flowParts.ts';
import {
  button,
  field,
  json,
  show,
  harness,
  setUpFlowHarness,
  signIn,
} from '../../../test/support/flowHarness.tsx';
import { newerFlow } from '../../../test/support/flows/newerFlows.ts';

setUpFlowHarness();

describe('a button with a script', () => {
  const trigger = (attributes: object) =>
    flowOf('registration', [
      input(
        'default',
        'traits.email',
        'email',
        { required: true },
        text(1070002, 'E-Mail', { title: 'E-Mail' }),
      ),
      input(
        'webauthn',
        'webauthn_register_trigger',
        'button',
        { value: '{}', ...attributes },
        text(1040004, 'Sign up with security key'),
      ),
    ]);

  test('calls the provider’s trigger once the traits are filled in', async () => {
    const pressed = jest.fn();
    Object.assign(window, { oryWebAuthnRegistration: pressed });
    show('registration', trigger({ onclickTrigger: 'oryWebAuthnRegistration', onclick: 'throw 1' }));
    await userEvent.click(button('Sign up with security key'));
    expect(pressed).not.toHaveBeenCalled();
    await userEvent.type(field(/^E-Mail|^Email/), 'ann@example.org');
    await userEvent.click(button('Sign up with security key'));
    expect(pressed).toHaveBeenCalledTimes(1);
    expect(harness.calls).toEqual([]);
  });

  test('runs inline code with the page’s nonce', async () => {
    const own = document.createElement('script');
    own.setAttribute('nonce', 'n0nce');
    document.head.append(own);
    const appended: HTMLScriptElement[] = [];
    const append = jest
      .spyOn(document.head, 'append')
      .mockImplementation((node) => void appended.push(node as HTMLScriptElement));
    show('registration', trigger({ onclick: 'window.pressed = true' }));
    await userEvent.type(field(/^E-Mail|^Email/), 'ann@example.org');
    await userEvent.click(button('Sign up with security key'));
    append.mockRestore();
    own.remove();
    expect(appended.map(({ nonce, textContent }) => [nonce, textContent])).toEqual([
      ['n0nce', 'window.pressed = true'],
    ]);
  });

  test('an onload trigger runs once, however often the flow is shown', async () => {
    const start = jest.fn();
    Object.assign(window, { oryPasskeyLoginAutocompleteInit: start });
    const flow = newerFlow('a passkey with autofill');
    show('login', flow);
    harness.answers = [
      json(400, { ...flow, ui: { ...flow.ui, messages: [text(4010002, 'no', {}, 'error')] } }),
    ];
    await signIn('x');
    await screen.findByRole('alert');
    expect(start).toHaveBeenCalledTimes(1);
  });
});
