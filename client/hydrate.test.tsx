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
      <FormattedMessage id="probe.first" />
    </form>
  );
}

/** The probe as the component of every page. */
const probes = Object.fromEntries<PageComponent>(pageNames.map((name) => [name, Probe]));
const codeSplit = Object.fromEntries(areas.map((area) => [area, () => Promise.resolve(probes)]));
const listen = jest.fn();
const firstUse = jest.fn(() => Promise.resolve({ listen }));
const components = { first: probes, later: codeSplit, firstUse } as unknown as Components;

function serve({ name = 'recovery', later }: { name?: PageName; later?: Area } = {}): void {
  const page = { name, props: {} } as Page;
  const app = <App page={page} context={someContext} intl={portalIntl('en', messages)} component={Probe} />;
  const root = Object.assign(document.createElement('main'), { id: 'main', innerHTML: renderToString(app) });
  const data = document.createElement('script');
  data.type = 'application/json';
  data.id = 'page';
  data.textContent = JSON.stringify({ page, context: someContext, later, texts: '/assets/first-en-1.json' });
  document.body.replaceChildren(root, data);
}

const answer = (response: object): void => {
  globalThis.fetch = jest.fn<typeof fetch>(() => Promise.resolve(response as Response));
};

beforeEach(() => {
  answer({ ok: true, json: () => Promise.resolve(messages) });
  complaints = jest.spyOn(console, 'error').mockImplementation(() => undefined);
});

afterEach(() => {
  complaints.mockRestore();
  globalThis.fetch = fetch;
  document.body.replaceChildren();
});

const hydrationComplaints = (): unknown[] =>
  complaints.mock.calls.filter(([text]) => String(text).includes('ydrat'));

test('hydrates the served page unchanged with the texts of its file, and loads the form scripts on the first interaction', async () => {
  serve();
  const input = screen.getByRole<HTMLInputElement>('textbox', { name: 'Code' });
  await act(() => hydrate(components));
  expect(jest.mocked(globalThis.fetch).mock.calls).toEqual([['/assets/first-en-1.json']]);
  expect(firstUse).not.toHaveBeenCalled();

  await userEvent.type(input, '12');
  expect(firstUse).toHaveBeenCalledTimes(1);
  expect(listen).toHaveBeenCalledTimes(1);
  expect(screen.getByRole('textbox')).toBe(input);
  expect(input.value).toBe('12');
  expect(hydrationComplaints()).toEqual([]);
});

test('fetches a page that is code-split', async () => {
  serve({ name: 'settings', later: 'account' });
  await act(() => hydrate(components));
  expect(screen.getByRole('main').textContent).toContain('Served');
});

test('leaves a page as it was served if the file of its texts is missing', async () => {
  answer({ ok: false, status: 404 });
  serve();
  const served = document.body.innerHTML;
  await expect(hydrate(components)).rejects.toThrow('/assets/first-en-1.json answered 404');
  expect(document.body.innerHTML).toBe(served);
});

test('throws on a document that the portal did not serve', async () => {
  await expect(hydrate(components)).rejects.toThrow('#page');
});
