import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { unfold } from '../support/accountVisitor.ts';
import { closePages, sharedBrowser } from '../support/browser.ts';
import { recordedFlow } from '../support/flows/recordedFlow.ts';
import { startPortal, type RunningPortal } from '../support/portal.ts';
import { Visitor } from '../support/visitor.ts';

/** Late in the evening in UTC: the next day in the east, the same day in the west. */
const evening = '2026-01-31T23:30:00Z';
const unix = Date.parse(evening) / 1000;
const flow = recordedFlow('settings-lookup-revealed');
const identity = { ...flow.identity, traits: { email: 'ada@example.org', name: { first: 'Ada' } } };
const session = {
  id: 'a-session',
  active: true,
  identity,
  issued_at: evening,
  authenticated_at: evening,
  authentication_methods: [{ method: 'password' }],
  devices: [{ id: 'd', ip_address: '192.0.2.1', user_agent: 'Mozilla/5.0 (X11; Linux) Chrome/1' }],
};
const removal = {
  type: 'input',
  group: 'webauthn',
  attributes: { node_type: 'input', name: 'webauthn_remove', type: 'submit', value: 'k', disabled: false },
  messages: [],
  meta: {
    label: {
      id: 1050018,
      text: 'Remove security key "Blue"',
      type: 'info',
      context: { display_name: 'Blue', added_at: evening, added_at_unix: unix },
    },
  },
};

/** The recorded settings with a security key, with every date in them set to that evening. */
function settings(): string {
  const nodes = [...flow.ui.nodes.filter(({ type }) => type !== 'script'), removal];
  return JSON.stringify({ ...flow, ui: { ...flow.ui, nodes } })
    .replace(/"used_at":"[^"]*"/g, `"used_at":"${evening}"`)
    .replace(/"used_at_unix":\d+/g, `"used_at_unix":${unix}`);
}

const answers: Record<string, string> = {
  '/self-service/settings/flows': settings(),
  '/sessions/whoami': JSON.stringify(session),
  '/sessions': JSON.stringify([{ ...session, id: 'another' }]),
};

let provider: Server;
let portal: RunningPortal;
let browser: Browser;

beforeAll(async () => {
  provider = createServer((request, response) => {
    const body = answers[new URL(request.url ?? '/', 'http://provider').pathname];
    response.writeHead(body ? 200 : 404, { 'Content-Type': 'application/json' }).end(body ?? '{}');
  }).listen(0, '127.0.0.1');
  await once(provider, 'listening');
  const { port } = provider.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  [portal, browser] = await Promise.all([
    startPortal({ KRATOS_PUBLIC_URL: url, KRATOS_ADMIN_URL: url }),
    sharedBrowser(),
  ]);
});

afterAll(async () => {
  await Promise.all([closePages(browser), portal.stop()]);
  provider.close();
});

test.each([
  { timeZone: 'Pacific/Auckland', date: '1 Feb 2026', time: '1 February 2026, 12:30' },
  { timeZone: 'America/Los_Angeles', date: '31 Jan 2026', time: '31 January 2026, 15:30' },
  { timeZone: 'Europe/Warsaw', date: '1 Feb 2026', time: '1 February 2026, 0:30' },
])(
  'in $timeZone every date is shown in local time, and hydration logs no errors',
  async ({ timeZone, date, time }) => {
    const visitor = await Visitor.at(portal.url, browser, { timeZone });
    const errors: string[] = [];
    visitor.page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    visitor.page.on('pageerror', (error) => errors.push(error.message));
    await visitor.context.addCookies([{ url: portal.url, name: 'ory_kratos_session', value: 's' }]);
    await visitor.open(`/settings?flow=${flow.id}`);
    for (const anchor of ['webauthn', 'sessions'])
      // by script: a press by coordinates may miss a row that moves when the font arrives
      await visitor.page
        .locator(`details:has(> #${anchor}):not([open]) > summary`)
        .evaluate((summary: HTMLElement) => summary.click());
    await visitor.reads(`Code used on ${date}`);
    await visitor.page.getByText(`Added on ${date}`).waitFor();
    await visitor.page.locator('#sessions time').nth(1).waitFor();
    expect(await visitor.page.getByText(`Signed in on ${time} with password`).count()).toBe(2);
    expect(errors).toEqual([]);
    await visitor.leave();
  },
);

test('without scripts dates are shown in UTC, and times say so', async () => {
  const visitor = await Visitor.at(portal.url, browser, { timeZone: 'Pacific/Auckland', scripts: false });
  await visitor.context.addCookies([{ url: portal.url, name: 'ory_kratos_session', value: 's' }]);
  await visitor.open(`/settings?flow=${flow.id}`);
  await unfold(visitor, 'sessions');
  await visitor.reads('Code used on 31 Jan 2026');
  await visitor.reads('Signed in on 31 January 2026, 23:30 UTC with password');
  await visitor.leave();
});
