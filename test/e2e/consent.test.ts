import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Page, Route } from 'playwright-core';
import { freePort } from '../../provider/local/freePort.ts';
import { openConsent } from '../support/applicationSignIn.ts';
import { createIdentity, type TestIdentity } from '../support/identities.ts';
import type { RelyingParty } from '../support/relyingParty.ts';
import { scriptsOnAndOff } from '../support/scriptsOnAndOff.ts';
import { useOAuth2 } from '../support/useOAuth2.ts';
import type { Visitor, VisitorOptions } from '../support/visitor.ts';

const { stack, arrive, url, adminUrl, relyingParty } = await useOAuth2();
let harbor: RelyingParty;
/** A web application: its redirect URI identifies it. */
let chart: RelyingParty;
const atChart = { redirect_uri: 'https://chart.example/callback' };
/** A port that another program on this machine could listen on; none does. */
const otherPort = await freePort();

beforeAll(async () => {
  [harbor, chart] = await Promise.all([
    relyingParty(),
    relyingParty({
      client_name: 'Chart',
      redirect_uris: [atChart.redirect_uri],
      post_logout_redirect_uris: [],
    }),
  ]);
});

/** Returns the parameters with which the browser is sent to an application. @param act leads there, where nothing listens */
async function answerOf(
  page: Page,
  act: () => Promise<unknown>,
  callback = atChart.redirect_uri,
): Promise<URLSearchParams> {
  const [sent] = await Promise.all([
    page.waitForRequest((request) => request.url().startsWith(callback)),
    act().catch((problem: unknown) => {
      if (!String(problem).includes('net::ERR_')) throw problem;
    }),
  ]);
  await page.waitForURL(/^chrome-error:/);
  return new URL(sent.url()).searchParams;
}

/**
 * Grants a request in Hydra for good, as an earlier version of the portal did. @returns the URL at which the browser
 * continues
 */
async function acceptAndRemember(challenge: string): Promise<string> {
  const answer = await fetch(
    `${adminUrl}/admin/oauth2/auth/requests/consent/accept?consent_challenge=${encodeURIComponent(challenge)}`,
    {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ grant_scope: ['openid', 'email'], remember: true, remember_for: 0 }),
    },
  );
  return ((await answer.json()) as { redirect_to: string }).redirect_to;
}

/** A user at the consent page. */
interface Deciding extends TestIdentity {
  visitor: Visitor;
  page: Page;
}

const asks = /^Authorize Harbor Clinic/;
const wentWrong = 'An error occurred';

/** Returns the scopes of each of a user's grants in Hydra. */
async function granted({ id }: TestIdentity): Promise<string[][]> {
  const answer = await fetch(`${adminUrl}/admin/oauth2/auth/sessions/consent?subject=${id}`);
  return ((await answer.json()) as { grant_scope: string[] }[]).map(({ grant_scope: scopes }) => scopes);
}

/** Changes a field of the next decision. */
async function tamper({ visitor, page }: Deciding, field: string, value: string): Promise<void> {
  if (!visitor.scripts) {
    await page
      .locator(`main [name="${field}"]:enabled`)
      .first()
      .evaluate((input: HTMLInputElement, changed) => (input.value = changed), value);
    return;
  }
  const change = async (route: Route): Promise<void> => {
    const sent = new URLSearchParams(route.request().postData() ?? '');
    sent.set(field, value);
    await route.continue({ postData: sent.toString() });
  };
  await page.route(`${url}/consent`, change, { times: 1 });
}

const valueOf = async (page: Page, field: string): Promise<string> =>
  (await page.locator(`main [name="${field}"]`).first().getAttribute('value')) ?? '';

describe.each(scriptsOnAndOff)('$how', ({ scripts, withScripts, withoutScripts }) => {
  /** Signs a new user in for Harbor Clinic, and opens its consent page. */
  async function atConsent(options: VisitorOptions = {}): Promise<Deciding> {
    const account = await createIdentity(stack().kratos.adminUrl, { traits: { name: { first: 'Ada' } } });
    const visitor = await arrive({ scripts, ...options });
    await openConsent(visitor, harbor.request(), account);
    await visitor.arrives(asks);
    return { ...account, visitor, page: visitor.page };
  }

  /** Expects the visitor to be still at the portal, and nothing to be granted. */
  async function grantsNothing(user: Deciding, path = '/consent'): Promise<void> {
    expect(new URL(user.page.url()).origin + new URL(user.page.url()).pathname).toBe(url + path);
    expect(await granted(user)).toEqual([]);
  }

  withScripts('another user’s request can be neither seen nor decided', async () => {
    const [ada, eve] = [await atConsent(), await atConsent()];
    const challenge = await valueOf(ada.page, 'consent_challenge');
    await tamper(eve, 'consent_challenge', challenge);
    await eve.visitor.press('Allow');
    await eve.visitor.arrives(wentWrong);
    await grantsNothing(eve);
    await eve.page.goto(ada.page.url());
    await eve.visitor.reads(/for another account/);
    expect(await eve.page.getByRole('main').innerText()).not.toContain(ada.email);
    expect(await eve.page.getByRole('button', { name: 'Allow' }).count()).toBe(0);
    await grantsNothing(ada);
    await grantsNothing(eve);
  });

  withoutScripts(
    'a decision without a CSRF token, or with another browser’s, is asked for again',
    async () => {
      const [ada, eve] = [await atConsent(), await atConsent()];
      for (const token of ['', await valueOf(eve.page, '_csrf')]) {
        await ada.page.locator('main').evaluate((main) => main.setAttribute('data-former', ''));
        await tamper(ada, '_csrf', token);
        await ada.visitor.press('Allow');
        // asked again, with a token that is theirs
        await ada.page.locator('main:not([data-former])').waitFor();
        await ada.visitor.arrives(asks);
        await grantsNothing(ada);
      }
    },
  );

  withoutScripts(
    'with prompt=none an application gets a code if the decision is remembered, and otherwise the reason why not',
    async () => {
      const user = await atConsent();
      await user.visitor.press('Deny');
      const silently = () =>
        answerOf(user.page, () => user.page.goto(chart.request({ ...atChart, prompt: 'none' })));
      expect((await silently()).get('error')).toBe('consent_required');
      await user.page.goto(chart.request(atChart));
      await user.page.getByLabel(/^Remember my decision/).check();
      expect((await answerOf(user.page, () => user.visitor.press('Allow'))).has('code')).toBe(true);
      expect((await silently()).has('code')).toBe(true);
    },
  );

  withScripts(
    'another program on this machine gets no code before the user is asked, even if Hydra remembers a consent',
    async () => {
      const user = await atConsent();
      expect(await user.page.getByLabel(/^Remember my decision/).count()).toBe(0);
      await user.page.goto(await acceptAndRemember(await valueOf(user.page, 'consent_challenge')));
      await harbor.tokens(user.page);
      const redirect_uri = `http://127.0.0.1:${otherPort}/callback`;
      await user.page.goto(harbor.request({ redirect_uri }));
      await user.visitor.arrives(asks);
      const silent = harbor.request({ redirect_uri, prompt: 'none' });
      const answer = await answerOf(user.page, () => user.page.goto(silent), redirect_uri);
      expect([answer.get('error'), answer.has('code')]).toEqual(['consent_required', false]);
      expect(await granted(user)).toHaveLength(1);
    },
  );

  test('pressing Allow twice grants access once', async () => {
    const user = await atConsent();
    const asked = user.page.url();
    await user.page.waitForLoadState('networkidle');
    const sent: string[] = [];
    user.page.on('request', (request) => sent.push(request.method()));
    await user.page.getByRole('button', { name: 'Allow' }).dblclick();
    if (scripts) {
      expect((await harbor.tokens(user.page)).claims()?.email).toBe(user.email);
      expect(sent.filter((method) => method === 'POST')).toHaveLength(1);
    } else {
      // the browser sends the form twice, and the second time may end the navigation of the first
      const isAnswered = ({ href }: URL): boolean => href !== asked && href !== `${url}/consent`;
      await user.page.waitForURL(isAnswered).catch(() => user.page.waitForURL(isAnswered));
    }
    expect(await granted(user)).toEqual([['openid', 'email']]);
  });

  withScripts('Enter neither allows nor denies', async () => {
    const user = await atConsent();
    const asked = user.page.url();
    const sent: string[] = [];
    user.page.on('request', (request) => sent.push(request.method()));
    await user.page.getByLabel(/^See your email address/).press('Enter');
    // a checkbox that can still be changed shows that no navigation has begun
    await user.page.getByLabel(/^See your email address/).uncheck();
    expect([sent.includes('POST'), user.page.url()]).toEqual([false, asked]);
    await user.visitor.press('Allow');
    expect((await harbor.tokens(user.page)).scope).toBe('openid');
  });

  withoutScripts('going back after Allow asks again, and Deny then takes back what was allowed', async () => {
    const user = await atConsent();
    await user.visitor.press('Allow');
    await harbor.tokens(user.page);
    await user.page.goBack();
    await user.visitor.arrives(asks);
    expect(await granted(user)).toHaveLength(1);
    await user.visitor.press('Deny');
    expect((await harbor.answer(user.page)).get('error')).toBe('access_denied');
    expect(await granted(user)).toEqual([]);
  });

  withScripts('going back after Deny asks again, and grants nothing', async () => {
    const user = await atConsent();
    await user.visitor.press('Deny');
    expect((await harbor.answer(user.page)).get('error')).toBe('access_denied');
    await user.page.goBack();
    await user.visitor.arrives(asks);
    await grantsNothing(user);
    await user.visitor.press('Allow');
    expect((await harbor.tokens(user.page)).claims()?.email).toBe(user.email);
  });

  withScripts(
    'a decision that comes too late is reported, and offers to start again at the application',
    async () => {
      const user = await atConsent();
      await tamper(user, 'consent_challenge', 'expired');
      await user.visitor.press('Allow');
      await user.page.getByRole('link', { name: 'Start again at Harbor Clinic' }).waitFor();
      await grantsNothing(user);
      await user.page.getByRole('link', { name: 'Start again at Harbor Clinic' }).click();
      await user.visitor.arrives(asks);
    },
  );
});
