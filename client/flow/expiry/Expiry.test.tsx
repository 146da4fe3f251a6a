import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, fireEvent, screen } from '@testing-library/react';
import { button, field, json, setUpFlowHarness, show, harness } from '../../../test/support/flowHarness.tsx';
import { recordedFlow } from '../../../test/support/flows/recordedFlow.ts';
import type { FlowKind } from '../../../shared/page.ts';

setUpFlowHarness();

const realTimeout = setTimeout;
const minute = 60_000;
const start = Date.parse('2026-05-04T10:00:00Z');
const at = (time: number): string => new Date(time).toISOString();

/** A recorded flow that begins now and lasts an hour. */
const lasting = (name: string, id: string = crypto.randomUUID()) => ({
  ...recordedFlow(name),
  id,
  issued_at: at(Date.now()),
  expires_at: at(Date.now() + 60 * minute),
});

beforeEach(() => {
  jest.useFakeTimers({ now: start });
});
afterEach(() => {
  jest.useRealTimers();
});

/** Advances the clock, and waits for whatever that triggers. */
async function pass(ms: number): Promise<void> {
  await act(() => jest.advanceTimersByTimeAsync(ms));
  await settled();
}

/** Waits for scripts and answers to arrive. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await act(() => new Promise((done) => realTimeout(done)));
  await act(() => jest.advanceTimersByTimeAsync(1));
}

/** Opens a flow's page, and waits until the script that watches for the expiry has loaded. */
async function open(kind: FlowKind, name: string = kind): Promise<void> {
  show(kind, lasting(name));
  await pass(20_000);
}

const type = (name: RegExp, value: string): void => {
  fireEvent.input(field(name), { target: { value } });
};

const statusText = (): string =>
  screen
    .getAllByRole('status')
    .map(({ textContent }) => textContent)
    .join('');

describe('a page that waits for the code of a sign-up', () => {
  const answer = (state: object) => ({ json: () => Promise.resolve(state) }) as Response;
  const waiting = answer({ isVerified: false });
  const show = (visibilityState: string): void => {
    Object.defineProperty(document, 'visibilityState', { value: visibilityState, configurable: true });
    act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  };

  test('asks ever more rarely whether the address is verified, not while it is hidden, and goes on once it is', async () => {
    harness.answers = [waiting, waiting, waiting, waiting, answer({ isVerified: true })];
    await open('verification', 'verification-sent');
    expect(harness.calls).toHaveLength(1);
    await pass(5_000);
    expect(harness.calls).toHaveLength(2);
    await pass(5_000);
    expect(harness.calls).toHaveLength(2);
    await pass(2_500);
    expect(harness.calls).toHaveLength(3);
    show('hidden');
    await pass(10 * minute);
    expect(harness.calls).toHaveLength(3);
    show('visible');
    await settled();
    expect(harness.calls).toHaveLength(4);
    expect(harness.gone).toEqual([]);
    await pass(5_000);
    expect(harness.gone).toEqual([expect.stringMatching(/link=elsewhere/)]);
    await pass(10 * minute);
    expect(harness.calls).toHaveLength(5);
  });

  test('asks once if it is not a sign-up’s', async () => {
    harness.answers = [answer({})];
    await open('verification', 'verification-sent');
    await pass(10 * minute);
    expect(harness.calls).toHaveLength(1);
  });
});

describe('a page whose flow is about to expire', () => {
  test('says when it expires two minutes before, and not earlier', async () => {
    await open('login');
    await pass(57 * minute);
    expect(statusText()).not.toContain('stays open');
    await pass(minute);
    expect(statusText()).toMatch(/This page stays open until \d+:00\u00a0[AP]M/);
    expect(harness.calls).toEqual([]);
  });

  test('says so even if the warning is due at a fraction of a millisecond, which timers cannot hit', async () => {
    const lifespan = 100_001;
    show('login', { ...lasting('login'), expires_at: at(start + lifespan) });
    await pass(20_000);
    await pass(lifespan - 20_000 - 15_000);
    expect(statusText()).toContain('stays open');
  });

  test('is extended on request, with the same parameters and everything that was typed', async () => {
    const flow = {
      ...lasting('login'),
      request_url: 'http://localhost:3000/self-service/login/browser?login_challenge=c&refresh=true',
    };
    show('login', flow);
    await pass(20_000);
    type(/^Email/, 'ann@example.org');
    type(/^Password/, 'correct horse');
    await pass(58 * minute);
    harness.answers = [json(200, lasting('login', 'f2'))];
    fireEvent.click(button('Keep it open'));
    await settled();
    expect(harness.calls).toEqual([
      {
        url: 'http://localhost:3000/self-service/login/browser?return_to=%2Fapp&login_challenge=c&refresh=true',
      },
    ]);
    expect(statusText()).toMatch(/This page now stays open until .*\d:58/);
    expect(document.activeElement?.textContent).toContain('now stays open');
    expect(field(/^Email/).value).toBe('ann@example.org');
    expect(field(/^Password/).value).toBe('correct horse');
    expect(new URL(location.href).searchParams.get('flow')).toBe('f2');
  });

  test('reports a failed renewal, and can then be extended', async () => {
    await open('login');
    await pass(58 * minute);
    fireEvent.click(button('Keep it open'));
    await settled();
    expect(screen.getByRole('alert').textContent).toContain('The service does not answer');
    harness.answers = [json(200, lasting('login', 'f2'))];
    fireEvent.click(button('Keep it open'));
    await settled();
    expect(statusText()).toContain('now stays open');
  });
});

describe('a page whose flow has expired', () => {
  test('waits, and renews itself without loss when its visitor comes back', async () => {
    await open('registration');
    type(/^Email/, 'ann@example.org');
    type(/^Password/, 'correct horse');
    await pass(2 * 60 * minute);
    expect(statusText()).toContain('This page has expired. It renews itself when you continue');
    expect(harness.calls).toEqual([]);
    harness.answers = [json(200, lasting('registration', 'f2'))];
    fireEvent(document, new Event('visibilitychange', { bubbles: true }));
    await settled();
    expect(harness.calls).toHaveLength(1);
    expect(statusText()).toContain('What you typed is still here.');
    expect(field(/^Email/).value).toBe('ann@example.org');
    expect(field(/^Password/).value).toBe('correct horse');
    await pass(minute);
    expect(statusText()).not.toContain('What you typed is still here.');
  });

  test('sends a form that is submitted in the meantime to the new flow', async () => {
    await open('login');
    type(/^Email/, 'ann@example.org');
    type(/^Password/, 'correct horse');
    await pass(61 * minute);
    const fresh = lasting('login');
    fresh.ui.action = 'http://localhost:3000/self-service/login?flow=f2';
    harness.answers = [json(200, fresh), json(400, recordedFlow('login-wrong-password'))];
    fireEvent.keyDown(field(/^Password/), { key: 'Enter' });
    fireEvent.click(button('Sign in with password'));
    await settled();
    expect(harness.calls.map(({ url }) => url)).toEqual([
      'http://localhost:3000/self-service/login/browser?return_to=%2Fapp',
      'http://localhost:3000/self-service/login?flow=f2',
    ]);
    expect(harness.calls[1]?.body).toMatchObject({
      identifier: 'ann@example.org',
      password: 'correct horse',
    });
  });

  test('is not renewed at every keystroke if new flows have already expired on arrival, as with differing clocks', async () => {
    await open('login');
    await pass(61 * minute);
    const over = { ...lasting('login', 'f2'), expires_at: at(Date.now() - minute) };
    harness.answers = [json(200, over), json(200, { ...over, id: 'f3' })];
    for (let key = 0; key < 5; key++) {
      fireEvent.keyDown(field(/^Email/), { key: 'a' });
      await settled();
    }
    expect(harness.calls).toHaveLength(1);
    await pass(11_000);
    fireEvent.keyDown(field(/^Email/), { key: 'a' });
    await settled();
    expect(harness.calls).toHaveLength(2);
  });

  test('is not left automatically if the user has signed in meanwhile', async () => {
    await open('login');
    await pass(61 * minute);
    harness.answers = [json(400, { error: { id: 'session_already_available' } })];
    fireEvent.keyDown(document.body, { key: 'Tab' });
    await settled();
    expect(harness.gone).toEqual([]);
    harness.answers = [json(400, { error: { id: 'session_already_available' } })];
    fireEvent.click(button('Start again'));
    await settled();
    expect(harness.gone).toEqual(['/app']);
  });
});

describe.each<[FlowKind, string]>([
  ['recovery', 'recovery-sent'],
  ['login', 'identifier-first-password'],
  ['registration', 'registration-two-step-choose'],
  ['settings', 'settings-lookup-revealed'],
])('a step that a new flow would lose (%s, %s)', (kind, name) => {
  test('says when it expires, and starts again only on request', async () => {
    await open(kind, name);
    await pass(58 * minute);
    expect(statusText()).toMatch(/This step stays open until/);
    expect(screen.queryByRole('button', { name: 'Keep it open' })).toBeNull();
    await pass(3 * minute);
    expect(statusText()).toContain('This step has expired');
    fireEvent(document, new Event('visibilitychange', { bubbles: true }));
    await settled();
    expect(harness.calls).toEqual([]);
    harness.answers = [json(200, lasting(kind, 'f2'))];
    fireEvent.click(button('Start again'));
    await settled();
    expect(new URL(location.href).searchParams.get('flow')).toBe('f2');
  });
});
