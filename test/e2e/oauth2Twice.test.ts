import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createIdentity, type TestIdentity } from '../support/identities.ts';
import { signIn } from '../support/kratosLogin.ts';
import type { RelyingParty } from '../support/relyingParty.ts';
import { scriptsOnAndOff } from '../support/scriptsOnAndOff.ts';
import { useOAuth2 } from '../support/useOAuth2.ts';
import type { Visitor } from '../support/visitor.ts';

const { stack, url, arrive, relyingParty } = await useOAuth2();
let app: RelyingParty;
let account: TestIdentity;

beforeAll(async () => {
  app = await relyingParty();
});

const consent = /^Authorize Harbor Clinic/;

/** Allows a request, and again if the page returns. */
async function allow(visitor: Visitor): Promise<void> {
  await visitor.arrives(consent);
  await visitor.press('Allow');
  await visitor.page.waitForURL(
    (address) => address.href.startsWith(`${app.home}callback`) || address.pathname === '/consent',
  );
  if (new URL(visitor.page.url()).pathname === '/consent') await visitor.press('Allow');
  expect((await app.answer(visitor.page)).get('error')).toBeNull();
  await app.tokens(visitor.page);
}

describe.each(scriptsOnAndOff)(
  '$how, an application gets its answer',
  ({ scripts, withScripts, withoutScripts }) => {
    let visitor: Visitor;

    beforeEach(async () => {
      account = await createIdentity(stack().kratos.adminUrl, { traits: { name: { first: 'Ada' } } });
      visitor = await arrive({ scripts });
    });

    withScripts('after Allow, Back and Allow', async () => {
      await visitor.keep(await signIn(url, account));
      await visitor.page.goto(app.request());
      await visitor.arrives(consent);
      await visitor.press('Allow');
      await app.answer(visitor.page);
      await visitor.page.goBack();
      await allow(visitor);
    });

    withoutScripts('after a sign-in, Back and Allow', async () => {
      await visitor.page.goto(app.request());
      await visitor.signIn(account.email, account.password);
      await visitor.arrives(consent);
      await visitor.page.goBack();
      await allow(visitor);
    });

    withoutScripts('in each of two tabs with the same sign-in page', async () => {
      await visitor.page.goto(app.request());
      const { pathname, search } = new URL(visitor.page.url());
      const other = await visitor.another(pathname + search);
      for (const tab of [visitor, other]) {
        await tab.signIn(account.email, account.password);
        await allow(tab);
      }
    });

    test.each([
      ['older', 'newer'],
      ['newer', 'older'],
    ])('in each of two tabs with a consent page of one request, first in the %s', async (first) => {
      await visitor.page.goto(app.request());
      const { pathname, search } = new URL(visitor.page.url());
      const other = await visitor.another(pathname + search);
      for (const tab of [visitor, other]) {
        await tab.signIn(account.email, account.password);
        await tab.arrives(consent);
      }
      for (const tab of first === 'older' ? [visitor, other] : [other, visitor]) await allow(tab);
    });

    withScripts('in each of two tabs with the same consent page', async () => {
      await visitor.keep(await signIn(url, account));
      await visitor.page.goto(app.request());
      await visitor.arrives(consent);
      const { pathname, search } = new URL(visitor.page.url());
      const other = await visitor.another(pathname + search);
      for (const tab of [visitor, other]) await allow(tab);
    });

    withoutScripts('in each of two tabs with requests of its own', async () => {
      const other = visitor.inTab(await visitor.context.newPage());
      await visitor.page.goto(app.request({ nonce: 'first-nonce' }));
      await other.page.goto(app.request({ nonce: 'second-nonce' }));
      await visitor.signIn(account.email, account.password);
      await visitor.arrives(consent);
      await other.page.reload();
      await other.arrives(consent);
      for (const tab of [visitor, other]) {
        await tab.press('Allow');
        expect((await app.answer(tab.page)).get('error')).toBeNull();
      }
    });
  },
);
