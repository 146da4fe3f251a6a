import { expect, test } from '@jest/globals';
import { openSignedIn, section } from '../support/accountVisitor.ts';
import { createIdentity } from '../support/identities.ts';
import { scriptsOnAndOff } from '../support/scriptsOnAndOff.ts';
import { useStack } from '../support/useStack.ts';
import type { Visitor } from '../support/visitor.ts';

const { stack, arrive } = useStack();

/** Opens a page as a user whose profile is in German. */
async function visitAsGerman(path: string, scripts = true): Promise<Visitor> {
  const account = await createIdentity(stack().kratos.adminUrl, { traits: { locale: 'de' } });
  const visitor = await arrive({ scripts });
  await openSignedIn(visitor, stack(), account, path);
  return visitor;
}

const language = ({ page }: Visitor): Promise<string | null> => page.locator('html').getAttribute('lang');

const choose = ({ context }: Visitor, locale: string): Promise<void> =>
  context.addCookies([{ name: 'locale', value: locale, url: stack().url }]);

const profileField = (visitor: Visitor) => section(visitor, 'profile').locator('[name="traits.locale"]');

test('pages are in the language of the profile unless the visitor chooses another, which leaves the profile unchanged', async () => {
  const visitor = await visitAsGerman('/');
  expect(await language(visitor)).toBe('de');
  await choose(visitor, 'fr');
  await visitor.open('/settings#profile');
  expect(await language(visitor)).toBe('fr');
  expect(await profileField(visitor).inputValue()).toBe('de');
});

test.each(scriptsOnAndOff)(
  '$how a language saved in the profile applies to all pages from then on, even after logging out',
  async ({ scripts }) => {
    const visitor = await visitAsGerman('/', scripts);
    await choose(visitor, 'fr');
    await visitor.open('/settings#profile');
    await profileField(visitor).selectOption('pl');
    await section(visitor, 'profile').locator('button[name="method"]').click();
    await visitor.page.locator('html[lang="pl"]').waitFor();
    await visitor.context.clearCookies({ name: 'ory_kratos_session' });
    await visitor.open('/login');
    expect(await language(visitor)).toBe('pl');
  },
);
