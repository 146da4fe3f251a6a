import { afterEach, beforeEach, jest } from '@jest/globals';
import { screen, within, type RenderResult } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { SettingsFlow } from '@ory/client';
import { SettingsView } from '../../client/account/settings/SettingsView.tsx';
import { browser } from '../../client/flow/answer/browser.ts';
import type { PageContext, PageProps } from '../../shared/page.ts';
import type { OwnSessions, SessionSummary } from '../../shared/sessions.ts';
import { recordedFlow } from './flows/recordedFlow.ts';
import { renderInPage } from './renderInPage.tsx';

interface Call {
  url: string;
  method: string;
  body?: unknown;
  csrf: string | null;
}

/** The recorded effects of the settings under test, and the answers that they will get; reset before each test. */
export const harness: {
  /** Their requests. */
  calls: Call[];
  /** The answers by method and path, such as `GET /sessions`; any other request is answered 500. */
  answers: Record<string, [status: number, body: unknown]>;
  /** Their navigations. */
  gone: string[];
} = { calls: [], answers: {}, gone: [] };

/** Replaces the network and navigation with fakes, and empties the session storage, for the tests of a file. */
export function setUpSettingsHarness(): void {
  const { fetch: realFetch } = globalThis;
  const { goTo } = browser;
  beforeEach(() => {
    Object.assign(harness, { calls: [], answers: {}, gone: [] });
    sessionStorage.clear();
    history.replaceState(null, '', '/settings');
    Element.prototype.scrollIntoView = jest.fn();
    // jsdom has no modal dialogs
    HTMLDialogElement.prototype.showModal = function showModal() {
      this.open = true;
    };
    HTMLDialogElement.prototype.close = function close() {
      this.open = false;
    };
    browser.goTo = (url) => void harness.gone.push(url);
    globalThis.fetch = (url, init) => {
      const [path = ''] = (url as string).replace('http://localhost:3000', '').split('?');
      const method = init?.method ?? 'GET';
      const csrf = new Headers(init?.headers).get('x-csrf-token');
      const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined;
      harness.calls.push({ url: path, method, csrf, ...(body !== undefined && { body }) });
      const [status, answer] = harness.answers[`${method} ${path}`] ?? [500, {}];
      const json = JSON.stringify(answer);
      return Promise.resolve({
        ok: status < 300,
        status,
        text: () => Promise.resolve(json),
        json: () => Promise.resolve(JSON.parse(json) as unknown),
      } as Response);
    };
  });
  afterEach(() => {
    globalThis.fetch = realFetch;
    browser.goTo = goTo;
    jest.useRealTimers();
  });
}

/** Renders the settings; by default the recorded flow of an account with a password. */
export const showSettings = (
  flow: SettingsFlow = recordedFlow('settings'),
  context: Partial<PageContext> = {},
  props: Partial<PageProps['settings']> = {},
): RenderResult => renderInPage(<SettingsView flow={flow} logoutUrl="/logout" {...props} />, context);

/** Renders the settings with a list of sessions; undefined if they could not be loaded. */
export const showSessions = (sessions: OwnSessions | undefined): RenderResult =>
  renderInPage(<SettingsView flow={recordedFlow('settings')} logoutUrl="/logout" sessions={sessions} />);

/**
 * A session in Firefox on Windows.
 *
 * @param id its id
 * @param minutesAgo when its user last authenticated
 */
export const someSession = (id: string, minutesAgo = 1): SessionSummary => ({
  id,
  authenticated_at: new Date(Date.now() - minutesAgo * 60_000).toISOString(),
  authentication_methods: [{ method: 'password' }],
  devices: [
    {
      id: 'd',
      ip_address: '192.0.2.7',
      location: 'Bern',
      user_agent: 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0',
    },
  ],
});

/** The links to the sections. */
export const navigation = () => within(screen.getByRole('navigation', { name: 'Account Settings' }));

/** Presses a button that asks for confirmation, and confirms in its dialog. */
export async function pressAndConfirm(name: string): Promise<void> {
  await userEvent.click(screen.getByRole('button', { name }));
  const dialog = within(screen.getByRole('dialog'));
  const [confirm] = dialog.getAllByRole<HTMLButtonElement>('button');
  if (confirm) await userEvent.click(confirm);
}

/** A section, by its anchor. */
export const section = (anchor: string) =>
  within(document.querySelector<HTMLElement>(`#${anchor}`) ?? document.body);
