import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server.node';
import { FormattedMessage } from 'react-intl';
import type { Page, PageName } from '../shared/page.ts';
import { areas, pageNames, type Area } from '../shared/pages.ts';
import { someContext } from '../test/support/someContext.ts';
import { App, type PageComponent } from './App.tsx';
import { hydrate, type Components } from './hydrate.tsx';
import { portalIntl } from './portalIntl.ts';
import en from '../locales/en.json' with { type: 'json' };

const { fetch } = globalThis;
let complaints: jest.SpiedFunction<typeof console.error>;
const messages = { ...en, 'probe.first': 'Served' };

function Probe(): ReactNode {
  return (
    <form>
      <label>
        Code <input />
      </label>
      <FormattedMessage id="probe.first" />, <FormattedMessage id="probe.later" />
    </form>
  );
}

/** The probe as the component of every page. */
const probes = Object.fromEntries<PageComponent>(pageNames.map((name) => [name, Probe]));
const codeSplit = Object.fromEntries(areas.map((area) => [area, () => Promise.resolve(probes)]));
const listen = jest.fn();
const firstUse = jest.fn(() => Promise.resolve({ listen }));
const components = { first: probes, later: codeSplit, firstUse } as unknown as Components;

function serve({
  name = 'recovery',
  later,
  textFile,
}: { name?: PageName; later?: Area; textFile?: string } = {}): void {
  const page = { name, props: {} } as Page;
  const app = <App page={page} context={someContext} intl={portalIntl('en', messages)} component={Probe} />;
  const root = Object.assign(document.createElement('main'), { id: 'main', innerHTML: renderToString(app) });
  const data = document.createElement('script');
  data.type = 'application/json';
  data.id = 'page';
  data.textContent = JSON.stringify({
    page,
    context: someContext,
    later,
    // their file has all of them
    messages: textFile === undefined ? messages : {},
    textFile,
    catalogue: '/assets/en-1.json',
  });
  document.body.replaceChildren(root, data);
}

beforeEach(() => {
  // without the texts that are loaded later
  complaints = jest.spyOn(console, 'error').mockImplementation(() => undefined);
});

afterEach(() => {
  complaints.mockRestore();
  globalThis.fetch = fetch;
  document.body.replaceChildren();
});

test('hydrates the served page unchanged, and loads the catalogue and the form scripts on the first interaction', async () => {
  globalThis.fetch = jest.fn<typeof fetch>(() =>
    Promise.resolve({ ok: true, json: () => Promise.resolve({ 'probe.later': 'Loaded' }) } as Response),
  );
  serve();
  const input = screen.getByRole<HTMLInputElement>('textbox', { name: 'Code' });
  await act(() => hydrate(components));
  expect(globalThis.fetch).not.toHaveBeenCalled();
  expect(firstUse).not.toHaveBeenCalled();
  expect(screen.getByRole('main').textContent).toContain('Served, probe.later');

  await userEvent.type(input, '12');
  expect(globalThis.fetch).toHaveBeenCalledTimes(1);
  expect(firstUse).toHaveBeenCalledTimes(1);
  expect(listen).toHaveBeenCalledTimes(1);
  expect(screen.getByRole('main').textContent).toContain('Served, Loaded');
  expect(screen.getByRole('textbox')).toBe(input);
  expect(input.value).toBe('12');
  expect(complaints.mock.calls.filter(([text]) => String(text).includes('ydrat'))).toEqual([]);
});

test('texts that arrive before the page is hydrated wait for it, so that what was typed stays', async () => {
  globalThis.fetch = jest.fn<typeof fetch>(() =>
    Promise.resolve({ ok: true, json: () => Promise.resolve({ 'probe.later': 'Loaded' }) } as Response),
  );
  serve();
  const input = screen.getByRole<HTMLInputElement>('textbox', { name: 'Code' });
  input.value = '12';
  await hydrate(components);
  // in the header: a key in the form would make React hydrate at once
  document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }));
  await screen.findByText(/Loaded/);
  expect(screen.getByRole('textbox', { name: 'Code' })).toBe(input);
  expect(input.value).toBe('12');
});

test('fetches a page that is code-split', async () => {
  serve({ name: 'settings', later: 'account' });
  await act(() => hydrate(components));
  expect(screen.getByRole('main').textContent).toContain('Served');
});

test('waits for the page’s own texts if they are a file', async () => {
  globalThis.fetch = jest.fn<typeof fetch>(() =>
    Promise.resolve({ ok: true, json: () => Promise.resolve(messages) } as Response),
  );
  serve({ name: 'settings', later: 'account', textFile: '/assets/settings-en-1.json' });
  const [label] = document.getElementsByTagName('label');
  await act(() => hydrate(components));
  expect(jest.mocked(globalThis.fetch).mock.calls).toEqual([['/assets/settings-en-1.json']]);
  expect(document.getElementsByTagName('label')[0]).toBe(label);
  expect(complaints.mock.calls.filter(([text]) => String(text).includes('ydrat'))).toEqual([]);
});

test('leaves a page as it was served if the file of its texts is missing', async () => {
  globalThis.fetch = jest.fn<typeof fetch>(() => Promise.resolve({ ok: false, status: 404 } as Response));
  serve({ name: 'settings', later: 'account', textFile: '/assets/settings-en-1.json' });
  const served = document.body.innerHTML;
  await expect(hydrate(components)).rejects.toThrow('/assets/settings-en-1.json answered 404');
  expect(document.body.innerHTML).toBe(served);
});

test('throws on a document that the portal did not serve', async () => {
  await expect(hydrate(components)).rejects.toThrow('#page');
});
