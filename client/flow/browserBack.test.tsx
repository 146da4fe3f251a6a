import { expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { FlowKind } from '../../shared/page.ts';
import { button, field, harness, json, setUpFlowHarness, show } from '../../test/support/flowHarness.tsx';
import { recordedFlow } from '../../test/support/flows/recordedFlow.ts';

setUpFlowHarness();

const steps: [FlowKind, string, string, RegExp, string][] = [
  ['login', 'identifier-first', 'identifier-first-password', /^Email/, 'Continue'],
  ['registration', 'registration-two-step', 'registration-two-step-choose', /^Email/, 'Continue'],
  ['recovery', 'recovery', 'recovery-sent', /^Email/, 'Email me a code'],
  ['verification', 'verification', 'verification-sent', /^Email/, 'Email me a code'],
];

test.each(steps)(
  'the browser’s Back leads from a later step of a %s to its first, with what was typed',
  async (kind, first, later, label, next) => {
    show(kind, recordedFlow(first));
    if (kind === 'registration') await userEvent.click(field(/informed consent/));
    await userEvent.type(field(label), 'ann@example.org');
    harness.answers = [
      json(kind === 'login' || kind === 'registration' ? 400 : 200, recordedFlow(later)),
      json(200, { ...recordedFlow(first), id: 'again' }),
    ];
    await userEvent.click(button(next));
    await waitFor(() => expect(screen.queryByLabelText(label)).toBeNull());
    history.back();
    await waitFor(() => expect(field(label).value).toBe('ann@example.org'));
    expect(document.activeElement?.closest('form')).not.toBeNull();
    expect(harness.calls[1]?.url).toContain(`/self-service/${kind}/browser`);
    expect(new URL(location.href).searchParams.get('flow')).toBe('again');
    expect(harness.gone).toEqual([]);
    if (kind === 'registration') expect(field(/informed consent/).checked).toBe(true);
    history.forward();
    // the portal's server shows the later step again
    await waitFor(() => expect(harness.gone).toEqual([location.href]));
    expect(new URL(location.href).searchParams.get('flow')).toBe(recordedFlow(later).id);
  },
);

test('after the page itself has led back, the browser’s Back leaves it', async () => {
  history.pushState('the page itself', '');
  show('registration', recordedFlow('registration-two-step'));
  await userEvent.type(field(/^Email/), 'ann@example.org');
  await userEvent.click(field(/informed consent/));
  const first = recordedFlow('registration-two-step');
  harness.answers = [json(400, recordedFlow('registration-two-step-choose')), json(400, first)];
  await userEvent.click(button('Continue'));
  await screen.findByText('Step 2 of 2');
  expect(history.state).toBe('later step');
  await userEvent.click(button('Back'));
  await screen.findByText('Step 1 of 2');
  await waitFor(() => expect(history.state).toBe('first step'));
  expect(harness.calls).toHaveLength(2);
});

test('an answer at the same step adds no entry to the history', async () => {
  show('login', recordedFlow('identifier-first-password'));
  const entries = history.length;
  harness.answers = [json(400, recordedFlow('identifier-first-password'))];
  await userEvent.type(field(/^Password/), 'wrong');
  await userEvent.click(button('Sign in with password'));
  await waitFor(() => expect(harness.calls).toHaveLength(1));
  expect(history.length).toBe(entries);
});
