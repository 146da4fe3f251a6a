import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import type { Flow, FlowKind } from '../../shared/page.ts';
import { closePages, sharedBrowser } from '../support/browser.ts';
import { flowOf, input, text } from '../support/flows/flowParts.ts';
import { newerFlow } from '../support/flows/newerFlows.ts';
import { closeHarness, fakeUpstream } from '../support/gatewayHarness.ts';
import { startPortal, type RunningPortal } from '../support/portal.ts';
import { Visitor } from '../support/visitor.ts';

/** A flow with scripts as text, as providers sent them before there were triggers. */
const scriptTexts = flowOf('login', [
  input('webauthn', 'hidden', 'hidden', { onload: 'document.body.dataset.loaded = "yes"' }),
  input(
    'webauthn',
    'webauthn_login_trigger',
    'button',
    { onclick: 'document.body.dataset.pressed = "yes"' },
    text(1010011, 'Sign in with security key'),
  ),
]);

const flows: Partial<Record<FlowKind, Flow>> = {
  login: scriptTexts,
  registration: newerFlow('a captcha'),
};

let browser: Browser;
let portal: RunningPortal;
let visitor: Visitor;

beforeAll(async () => {
  const kratos = await fakeUpstream((request, response) => {
    const kind = /^\/self-service\/(\w+)\/browser/.exec(request.url ?? '')?.[1] as FlowKind | undefined;
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify((kind && flows[kind]) ?? {}));
  });
  [portal, browser] = await Promise.all([startPortal({ KRATOS_PUBLIC_URL: kratos.url }), sharedBrowser()]);
});

beforeEach(async () => {
  visitor = await Visitor.at(portal.url, browser);
});

afterEach(() => visitor.leave());

afterAll(async () => {
  await closePages(browser);
  await portal.stop();
  closeHarness();
});

/** Tries to turn text into markup and a script URL, and to create trusted-types policies. @returns the errors */
const attempts = (): Promise<string[]> =>
  visitor.page.evaluate(() => {
    const { trustedTypes } = window as unknown as {
      trustedTypes: { createPolicy: (name: string, rules: object) => unknown };
    };
    const tries = [
      () => (document.createElement('div').innerHTML = '<b>bold</b>'),
      () => (document.createElement('script').src = '/x.js'),
      () => trustedTypes.createPolicy('default', {}),
      () => trustedTypes.createPolicy('flow-scripts', {}),
    ];
    return tries.map((attempt) => {
      try {
        attempt();
        return 'done';
      } catch (error) {
        return (error as Error).name;
      }
    });
  });

const refusals = Array<string>(4).fill('TypeError');

test('scripts that a flow carries as text run without policy violations', async () => {
  await visitor.open('/login');
  await visitor.page.locator('body[data-loaded="yes"]').waitFor();
  await visitor.press('Sign in with security key');
  await visitor.page.locator('body[data-pressed="yes"]').waitFor();
  expect(visitor.refused).toEqual([]);
});

test('other scripts on that page cannot turn text into markup or code, nor create a policy to do so', async () => {
  await visitor.open('/login');
  await visitor.page.locator('body[data-loaded="yes"]').waitFor();
  expect(await attempts()).toEqual(refusals);
});

test('a page without a flow allows no trusted-types policy', async () => {
  await visitor.open('/');
  expect(await attempts()).toEqual(refusals);
});

test('a captcha from another https origin runs even if it does not support trusted types', async () => {
  const captcha = `
    const place = document.querySelector('.cf-turnstile');
    place.innerHTML = '<p>I am human</p>';
    document.head.append(Object.assign(document.createElement('script'), { src: 'https://challenges.example/more.js' }));`;
  const more = 'document.body.dataset.more = "yes"';
  await visitor.context.route('https://challenges.example/**', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      headers: { 'Access-Control-Allow-Origin': '*' },
      body: route.request().url().endsWith('/api.js') ? captcha : more,
    }),
  );
  await visitor.open('/registration');
  await visitor.reads('I am human');
  await visitor.page.locator('body[data-more="yes"]').waitFor();
  expect(visitor.refused).toEqual([]);
});

test('violations are logged by the portal, without the URL’s query', async () => {
  await visitor.open('/docs/api?code=SECRET');
  await attempts();
  const reports = (): string[] =>
    portal
      .log()
      .split('\n')
      .filter((line) => line.includes('"page":"/docs/api"'));
  for (let tries = 0; tries < 500 && reports().length === 0; tries += 1)
    await fetch(`${portal.url}/health/alive`);
  expect(JSON.parse(reports()[0] ?? '{}')).toMatchObject({
    msg: 'content security policy violated',
    violations: [{ directive: 'require-trusted-types-for', blocked: 'trusted-types-sink' }],
  });
  expect(portal.log()).not.toContain('SECRET');
});
