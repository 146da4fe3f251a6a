import { beforeAll, beforeEach, describe, expect } from '@jest/globals';
import { confirmIn, isSaved, section, unfold } from '../support/accountVisitor.ts';
import { grantAccess, openConsent } from '../support/applicationSignIn.ts';
import { createIdentity, type TestIdentity } from '../support/identities.ts';
import type { RelyingParty } from '../support/relyingParty.ts';
import { scriptsOnAndOff } from '../support/scriptsOnAndOff.ts';
import { useOAuth2 } from '../support/useOAuth2.ts';
import type { Visitor, VisitorOptions } from '../support/visitor.ts';

const { stack, arrive, relyingParty } = await useOAuth2();
const scope = 'openid email offline_access';
let harbor: RelyingParty;
let diary: RelyingParty;
let account: TestIdentity;

beforeAll(async () => {
  [harbor, diary] = await Promise.all([relyingParty(), relyingParty({ client_name: 'Breath Diary' })]);
});

beforeEach(async () => {
  account = await createIdentity(stack().kratos.adminUrl, { traits: { name: { first: 'Ada' } } });
});

/** Grants both applications access and opens the list of them. @returns the visitor, and the refresh tokens */
async function atTheList(
  options?: VisitorOptions,
): Promise<{ visitor: Visitor; tokens: { diary: string; harbor: string } }> {
  const ofDiary = await grantAccess(diary, account, scope);
  const ofHarbor = await grantAccess(harbor, account, scope);
  const visitor = await arrive(options);
  await visitor.keep(ofHarbor.jar);
  await visitor.open('/settings#applications');
  await visitor.reads('Authorized Applications');
  const tokens = {
    diary: ofDiary.tokens.refresh_token ?? '',
    harbor: ofHarbor.tokens.refresh_token ?? '',
  };
  return { visitor, tokens };
}

const list = (visitor: Visitor) => section(visitor, 'applications');

async function withdraw(visitor: Visitor, what: string): Promise<void> {
  await confirmIn(visitor, 'applications', what);
  await isSaved(visitor, 'Access withdrawn');
  await unfold(visitor, 'applications');
}

describe.each(scriptsOnAndOff)('$how', ({ scripts, withScripts, withoutScripts }) => {
  withoutScripts(
    'withdrawing an application’s access revokes its refresh token at once, and it has to ask again',
    async () => {
      const { visitor, tokens } = await atTheList({ scripts });
      const text = await list(visitor).innerText();
      for (const words of [
        'Harbor Clinic',
        'Breath Diary',
        'New',
        'See your email address',
        'In use: this device',
      ])
        expect(text).toContain(words);
      await withdraw(visitor, 'Withdraw the access of Harbor Clinic');
      expect(await list(visitor).innerText()).not.toContain('Harbor Clinic');
      expect(await list(visitor).innerText()).toContain('Breath Diary');
      await expect(harbor.refresh(tokens.harbor)).rejects.toThrow();
      await diary.refresh(tokens.diary);
      const again = await arrive({ scripts });
      await openConsent(again, harbor.request({ scope }), account);
      await again.arrives('Authorize Harbor Clinic');
    },
  );

  withScripts('all access can be withdrawn at once', async () => {
    const { visitor } = await atTheList({ scripts });
    await withdraw(visitor, 'Withdraw all access');
    await visitor.reads('No application is listed here.');
  });
});
