import { beforeEach, describe, expect, test } from '@jest/globals';
import { section } from '../support/accountVisitor.ts';
import { createIdentity, type TestIdentity } from '../support/identities.ts';
import { useStack } from '../support/useStack.ts';
import type { Visitor } from '../support/visitor.ts';

const { stack, visitSignedIn } = useStack();
let account: TestIdentity;

describe.each([
  { how: 'with scripts', scripts: true },
  { how: 'without scripts', scripts: false },
])('$how', ({ scripts }) => {
  const signedIn = (path: string): Promise<Visitor> => visitSignedIn(account, path, { scripts });
  const isSignedOut = async (visitor: Visitor): Promise<void> => {
    await visitor.open('/settings');
    await visitor.arrives('Sign in');
  };
  const ends = (visitor: Visitor) =>
    section(visitor, 'sessions').getByRole('button', { name: /^Sign out \S+/ });

  beforeEach(async () => {
    account = await createIdentity(stack().kratos.adminUrl, { traits: { name: { first: 'Ada' } } });
  });

  test('one other browser can be signed out without affecting the rest', async () => {
    const there = await signedIn('/');
    const elsewhere = await signedIn('/');
    const here = await signedIn('/settings#sessions');
    const list = section(here, 'sessions');
    expect(await list.getByRole('listitem').count()).toBe(3);
    expect(await list.getByText('This device').count()).toBe(1);
    expect(await list.getByText(/^Password · .*\d:\d\d/).count()).toBe(3);
    const before = await ends(here).count();
    await list
      .getByRole('listitem')
      .filter({ hasNotText: 'This device' })
      .first()
      .getByRole('button')
      .click();
    await list.getByRole('listitem').nth(2).waitFor({ state: 'detached' });
    expect(await list.getByRole('listitem').count()).toBe(2);
    expect(before).toBeGreaterThan(0);

    await there.open('/settings');
    await elsewhere.open('/settings');
    const headings = [there, elsewhere].map(({ page }) =>
      page.getByRole('heading', { level: 1 }).innerText(),
    );
    expect((await Promise.all(headings)).sort()).toEqual(['Account Settings', 'Sign in']);
    await here.open('/settings');
    await here.arrives('Account Settings');
  });

  test('all other sessions can be signed out at once', async () => {
    const there = await signedIn('/');
    const elsewhere = await signedIn('/');
    const here = await signedIn('/settings#sessions');
    await section(here, 'sessions').getByRole('button', { name: 'Sign out everywhere else' }).click();
    await here.reads('You are not signed in anywhere else.');
    await isSignedOut(there);
    await isSignedOut(elsewhere);
    await here.open('/settings');
    await here.arrives('Account Settings');
  });
});
