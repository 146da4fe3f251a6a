import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { freePort } from '../../provider/local/freePort.ts';
import { FlowBrowser, KratosAdmin, password } from '../support/flowBrowser.ts';
import { isOtherKratos } from '../support/isOtherKratos.ts';
import { mailedCode } from '../support/mailedCode.ts';
import { startOpenidProvider } from '../support/openidProvider.ts';
import { allowAccess, type RelyingParty } from '../support/relyingParty.ts';
import { scriptsOnAndOff } from '../support/scriptsOnAndOff.ts';
import { useOAuth2 } from '../support/useOAuth2.ts';
import type { Visitor } from '../support/visitor.ts';

const port = await freePort();
const acme = await startOpenidProvider(`http://localhost:${port}`);
const { stack, url, arrive, relyingParty } = await useOAuth2({ port, kratos: acme.kratos });
let app: RelyingParty;
let email: string;

beforeAll(async () => {
  app = await relyingParty();
});

/** Somebody signs up with a password, and leaves the address unverified. */
beforeEach(async () => {
  email = `${randomUUID()}@acme.example`;
  await new FlowBrowser(stack()).register(email);
  await mailedCode(stack().mailbox, email);
});

afterAll(() => acme.stop());

/** Signs in with the address's account at Acme, then with the password of the account here, which asks for a code. */
async function linkByPassword(visitor: Visitor): Promise<void> {
  acme.signInAs(email);
  await visitor.press('Sign in with Acme');
  await visitor.arrives('Link Acme to your account');
  await visitor.fill(/^Password/, password);
  await visitor.press(/Sign in with password|Sign in and link/);
  await visitor.reads(/(?:Enter the code that we mail you|We mail you one code), to confirm that/);
}

describe.each(scriptsOnAndOff)(
  '$how, a social account is linked by a password that a code confirms',
  ({ scripts }) => {
    test('after a verification in another browser', async () => {
      await new FlowBrowser(stack()).verify(email);
      const visitor = await arrive({ scripts });
      await visitor.open('/login');
      await linkByPassword(visitor);
      await visitor.confirmByCode(stack().mailbox, email);
      await visitor.arrives(/^Welcome/);
      const elsewhere = await arrive({ scripts });
      await elsewhere.open('/login');
      await elsewhere.press('Sign in with Acme');
      await elsewhere.arrives(/^Welcome/);
    });

    test('beside an unverified address, on the way to an application', async () => {
      const visitor = await arrive({ scripts });
      // Kratos 1.3.1 loses the application where it links
      await visitor.page.goto(isOtherKratos ? app.request() : `${url}/login`);
      await linkByPassword(visitor);
      if (isOtherKratos) {
        await visitor.page.reload();
        await visitor.page.getByRole('button', { name: 'Cancel and go back to Harbor Clinic' }).waitFor();
      }
      await visitor.confirmByCode(stack().mailbox, email);
      if (isOtherKratos) expect(await allowAccess(app, visitor)).toBe(email);
      else await visitor.arrives(/^Welcome/);
    });
  },
);

test('a refused sign-in links nothing', async () => {
  const visitor = await arrive();
  await visitor.open('/login');
  await linkByPassword(visitor);
  const account = `/identities?credentials_identifier=${email}&include_credential=oidc`;
  const [{ credentials } = {}] = await new KratosAdmin(stack()).read<
    { credentials?: { oidc?: { identifiers?: string[] } } }[]
  >(account);
  expect(credentials?.oidc?.identifiers ?? []).toEqual([]);
});
