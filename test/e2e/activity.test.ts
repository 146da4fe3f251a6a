import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Store } from '../../server/store/store.ts';
import { axeFindings } from '../support/accessibility.ts';
import { unfold } from '../support/accountVisitor.ts';
import { createIdentity, type TestIdentity } from '../support/identities.ts';
import { scriptsOnAndOff } from '../support/scriptsOnAndOff.ts';
import { sharedStoreStack } from '../support/stack.ts';
import { useStoreStack } from '../support/useStack.ts';
import { storeIn } from '../support/useStores.ts';

const { stack, visit, visitSignedIn } = useStoreStack();
const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const title = 'What happened to your account';

let store: Store;
let account: TestIdentity;

beforeAll(async () => {
  store = await storeIn((await sharedStoreStack()).dataDirectory);
  const { adminUrl } = stack().kratos;
  const [own, other] = await Promise.all([createIdentity(adminUrl), createIdentity(adminUrl)]);
  account = own;
  const about = { userAgent, from: '192.0.2.7' };
  for (let count = 0; count < 55; count += 1)
    await store.record({ identity: own.id, kind: 'signedIn', about: { method: 'passkey', ...about } });
  await store.record({ identity: own.id, kind: 'passwordChanged', about });
  await store.record({ identity: other.id, kind: 'profileChanged', about });
});

afterAll(() => store.close());

describe.each(scriptsOnAndOff)('$how', ({ scripts, withScripts, withoutScripts }) => {
  withScripts(
    'people see what happened to their own account, page by page, and a part of it alone',
    async () => {
      const visitor = await visitSignedIn(account, '/settings#sessions', { scripts });
      await unfold(visitor, 'sessions');
      const { page } = visitor;
      await page.getByRole('link', { name: 'See what happened to your account' }).click();
      await visitor.arrives(title);
      await visitor.reads('Password changed');
      const item = page.getByRole('main').getByRole('listitem');
      await visitor.reads(/^today · /i);
      const signIn = item.filter({ hasText: /Signed in with a passkey.*Firefox on Linux.*192\.0\.2\.7/ });
      // scripts show the reader's own time, which needs no zone
      await signIn
        .filter(scripts ? { hasNotText: 'UTC' } : { hasText: /\d:\d\d UTC/ })
        .first()
        .waitFor();
      expect(await item.filter({ hasText: 'Profile changed' }).count()).toBe(0);
      await page.getByRole('link', { name: 'Older' }).click();
      await page.getByRole('link', { name: 'Latest' }).waitFor();
      expect(await item.filter({ hasText: 'Password changed' }).count()).toBe(0);
      await page.getByRole('link', { name: 'Changes' }).click();
      await page
        .getByRole('link', { name: 'Changes', exact: true })
        .and(page.locator('[aria-current]'))
        .waitFor();
      await visitor.reads('Password changed');
      expect(await item.filter({ hasText: 'Signed in with a passkey' }).count()).toBe(0);
      await page.getByRole('link', { name: 'Sign out other devices' }).click();
      await visitor.arrives('Account Settings');
    },
  );

  withoutScripts(
    'a signed-out visitor signs in, and comes back to the part that they asked for',
    async () => {
      const visitor = await visit('/activity?show=changes', { scripts });
      await visitor.signIn(account.email, account.password);
      await visitor.arrives(title);
      expect(new URL(visitor.page.url()).search).toBe('?show=changes');
    },
  );
});

test('axe finds nothing on a long history, which fits the narrowest window', async () => {
  const { page } = await visitSignedIn(account, '/activity');
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await axeFindings(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});
