import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect } from '@jest/globals';
import { axeFindings } from '../support/accessibility.ts';
import { createIdentity, type TestIdentity } from '../support/identities.ts';
import { newDirectory } from '../support/newDirectory.ts';
import { ageSessions } from '../support/passTime.ts';
import { scriptsOnAndOff } from '../support/scriptsOnAndOff.ts';
import { unzip } from '../support/unzip.ts';
import { useStoreStack } from '../support/useStack.ts';
import type { Visitor } from '../support/visitor.ts';

const { stack, arrive, visit, visitSignedIn } = useStoreStack();

let account: TestIdentity;

beforeAll(async () => {
  account = await createIdentity(stack().kratos.adminUrl, { traits: { name: { first: 'Ada' } } });
});

/** Presses the button, and returns what the browser has saved. */
async function download(visitor: Visitor) {
  const [saved] = await Promise.all([visitor.page.waitForEvent('download'), visitor.press('Download')]);
  return { name: saved.suggestedFilename(), files: unzip(readFileSync(await saved.path())) };
}

describe.each(scriptsOnAndOff)('$how', ({ scripts, withScripts, withoutScripts }) => {
  withScripts(
    'somebody finds their data from the history, and downloads it after they have confirmed who they are',
    async () => {
      const visitor = await visitSignedIn(account, '/activity', { scripts });
      await visitor.page.getByRole('link', { name: 'See and download your data' }).click();
      await visitor.arrives('Your data');
      ageSessions(stack(), account);
      await visitor.press('Download');
      await visitor.arrives("Confirm it's you");
      await visitor.page
        .getByLabel(/^Password/)
        .first()
        .fill(account.password);
      await visitor.page.keyboard.press('Enter');
      await visitor.arrives('Your data');
      const { name, files } = await download(visitor);
      expect(name).toMatch(/^stethoscope-data-\d{4}-\d\d-\d\d\.zip$/);
      expect(Object.keys(files)).toEqual(['data.json', 'data.html']);
      expect(JSON.parse(files['data.json'] ?? '')).toMatchObject({
        identity: { id: account.id, traits: { email: account.email } },
        history: expect.arrayContaining([expect.objectContaining({ kind: 'confirmed' })]),
        couldNotBeRead: [],
      });
      // the page stays, and its button works again
      await download(visitor);

      const { page } = await arrive();
      const file = path.join(newDirectory(), 'data.html');
      writeFileSync(file, files['data.html'] ?? '');
      await page.goto(pathToFileURL(file).href);
      await page.getByRole('heading', { name: 'Your data at Stethoscope' }).waitFor();
      expect(await page.getByRole('row', { name: `Email ${account.email}` }).count()).toBe(1);
      expect(await page.getByRole('row', { name: /Confirmed with your password/ }).count()).toBeGreaterThan(
        0,
      );
      expect(await axeFindings(page)).toEqual([]);
    },
  );

  withoutScripts('a signed-out visitor signs in, and comes back', async () => {
    const visitor = await visit('/data', { scripts });
    await visitor.signIn(account.email, account.password);
    await visitor.arrives('Your data');
  });
});
