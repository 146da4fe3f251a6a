import { describe, expect, test } from '@jest/globals';
import { waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { newerFlow } from '../../test/support/flows/newerFlows.ts';
import { button, field, json, setUpFlowHarness, show, harness } from '../../test/support/flowHarness.tsx';

setUpFlowHarness();

describe('a captcha', () => {
  const flow = newerFlow('a captcha');

  test('has its container and its script, without invalid attribute names', () => {
    show('registration', flow);
    const place = document.querySelector('.cf-turnstile');
    expect(place?.getAttributeNames()).toEqual(['id', 'class', 'data-sitekey']);
    const script = document.querySelector('#captcha_script');
    expect(script?.getAttribute('src')).toBe('https://challenges.example/api.js');
    expect(script?.hasAttribute('integrity')).toBe(false);
  });

  test('is sent with its script’s result, and stays after a refused submit', async () => {
    const { container } = show('registration', flow);
    const place = container.querySelector('.cf-turnstile');
    place?.append(document.createElement('iframe'));
    const response = container.querySelector<HTMLInputElement>('[name$="captcha_turnstile_response"]');
    if (response) response.value = 'solved';
    harness.answers = [json(400, flow)];
    await userEvent.type(field(/^Email/), 'ann@example.org');
    await userEvent.type(field(/^Password/), 'a fine stethoscope{Enter}');
    expect(harness.calls[0]?.body).toMatchObject({
      traits: { email: 'ann@example.org' },
      transient_payload: { captcha_turnstile_response: 'solved' },
    });
    await waitFor(() => expect(button('Sign in with password').getAttribute('aria-busy')).not.toBe('true'));
    expect(container.querySelector('.cf-turnstile iframe')).not.toBeNull();
    expect(document.querySelectorAll('#captcha_script')).toHaveLength(1);
  });
});

test("an organisation's sign-in comes first, and needs only a click", async () => {
  const { container } = show('login', newerFlow('single sign-on'));
  expect(container.querySelector('form')?.getAttribute('data-section')).toBe('oidc');
  harness.answers = [json(422, { redirect_browser_to: 'https://acme.example/saml' })];
  await userEvent.click(button('Sign in with Acme'));
  expect(harness.calls[0]?.body).toEqual({
    csrf_token: 'csrf',
    transient_payload: { locale: 'en' },
    provider: 'acme-saml',
  });
  await waitFor(() => expect(harness.gone).toEqual(['https://acme.example/saml']));
});

describe('an unknown method', () => {
  test('has its own form, which sends only its own fields', async () => {
    const { container } = show('login', newerFlow('a group that nobody has heard of'));
    const form = container.querySelector<HTMLElement>('[data-section="brainwave"]');
    if (!form) throw new Error('there is no such form');
    harness.answers = [json(200, { session: { id: 's' } })];
    await userEvent.type(within(form).getByLabelText(/^Thought/), 'home{Enter}');
    expect(harness.calls[0]?.body).toEqual({
      csrf_token: 'csrf',
      transient_payload: { locale: 'en' },
      thought: 'home',
      method: 'brainwave',
    });
    await waitFor(() => expect(harness.gone).toEqual(['/app']));
  });

  test('leaves the known methods unchanged', async () => {
    show('login', newerFlow('a group that nobody has heard of'));
    await userEvent.type(field(/^E-Mail|^Email/), 'ann@example.org');
    await userEvent.type(field(/^Password/), 'x{Enter}');
    expect(harness.calls[0]?.body).toEqual({
      csrf_token: 'csrf',
      transient_payload: { locale: 'en' },
      identifier: 'ann@example.org',
      password: 'x',
      method: 'password',
    });
  });
});
