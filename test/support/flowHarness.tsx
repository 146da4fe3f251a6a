import { afterEach, beforeEach, expect, jest } from '@jest/globals';
import { act, screen, type RenderResult } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { readFlow } from '../../shared/flow/readFlow.ts';
import { browser } from '../../client/flow/answer/browser.ts';
import { FlowView } from '../../client/flow/FlowView.tsx';
import type { Flow, FlowKind, PageContext } from '../../shared/page.ts';
import { pageRow } from '../../shared/pages.ts';
import { renderInPage } from './renderInPage.tsx';
import { recordedFlow } from './flows/recordedFlow.ts';

interface Call {
  url: string;
  body?: unknown;
}

/** The recorded effects of the page under test, and the answers that it will get; reset before each test. */
export const harness: {
  /** Its requests. */
  calls: Call[];
  /** The answers to its requests, in order; after them `fetch` fails. */
  answers: (Response | Error | Promise<Response>)[];
  /** Its navigations. */
  gone: string[];
} = { calls: [], answers: [], gone: [] };

/** An answer of the provider. */
export const json = (status: number, body: unknown): Response =>
  ({ status, text: () => Promise.resolve(JSON.stringify(body)) }) as Response;

/** Replaces the network and navigation with fakes for the tests of a file. */
export function setUpFlowHarness(): void {
  const { fetch: realFetch } = globalThis;
  const { goTo } = browser;
  beforeEach(() => {
    Object.assign(harness, { calls: [], answers: [], gone: [] });
    browser.goTo = (url) => void harness.gone.push(url);
    history.replaceState(null, '', '/login?return_to=%2Fapp');
    sessionStorage.clear();
    globalThis.fetch = (url, init) => {
      const body = typeof init?.body === 'string' ? { body: JSON.parse(init.body) as unknown } : {};
      harness.calls.push({ url: url as string, ...body });
      const answer = harness.answers.shift() ?? new TypeError('fetch failed');
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    };
  });
  afterEach(() => {
    globalThis.fetch = realFetch;
    browser.goTo = goTo;
    jest.useRealTimers();
  });
}

/** Renders a flow; by default the recorded first step of its kind. */
export const show = (
  kind: FlowKind,
  flow: Flow = recordedFlow(kind),
  context: Partial<PageContext> = {},
): RenderResult =>
  renderInPage(<FlowView kind={kind} flow={readFlow({ ...flow })} />, {
    pageTitle: pageRow(kind).title,
    ...context,
  });

export const button = (name: string | RegExp): HTMLButtonElement => screen.getByRole('button', { name });

export const field = (name: string | RegExp): HTMLInputElement => screen.getByLabelText(name);

/** Presses a button with `formnovalidate`, by submitting its form: jsdom would validate it all the same. */
export function pressUnchecked(name: string): void {
  const submitter = button(name);
  expect(submitter.formNoValidate).toBe(true);
  const event = new SubmitEvent('submit', { bubbles: true, cancelable: true, submitter });
  act(() => void submitter.form?.dispatchEvent(event));
}

/** Signs in with a password on a rendered sign-in. */
export async function signIn(password = 'correct horse', email = 'ann@example.org'): Promise<void> {
  await userEvent.type(field(/^Email/), email);
  await userEvent.type(field(/^Password/), password);
  await userEvent.click(button('Sign in with password'));
}
