import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import type { CDPSession } from 'playwright-core';
import { axeFindings } from '../support/accessibility.ts';
import { found, grouped } from '../support/findings.ts';
import { seeAtEveryWidth, themes } from '../gallery/seeStates.ts';
import { useGallery } from '../gallery/useGallery.ts';

const gallery = useGallery();

test('every component of client/ui is shown with its docstring', async () => {
  const page = gallery.page();
  await page.goto('/components');
  const shown = await page.evaluate(() =>
    Array.from(document.querySelectorAll('main > section'), (section) => [
      section.querySelector('h2')?.textContent,
      (section.querySelector('h2 + p')?.textContent ?? '') !== '',
    ]),
  );
  const files = readdirSync(path.join(import.meta.dirname, '../../client/ui'));
  const names = files.flatMap((file) => /^([A-Z]\w*)\.tsx$/.exec(file)?.[1] ?? []);
  expect(shown).toEqual(names.sort().map((name) => [name, true]));
});

const pointed = [[], ['hover'], ['focus', 'focus-visible'], ['hover', 'active']];

/** Makes the browser show every control as if it were pointed at, focused or pressed. */
async function force(session: CDPSession, pseudoClasses: string[]): Promise<void> {
  const { root } = await session.send('DOM.getDocument');
  const { nodeIds } = await session.send('DOM.querySelectorAll', {
    nodeId: root.nodeId,
    selector: 'a, button, input, select, summary',
  });
  await Promise.all(
    nodeIds.map((nodeId) =>
      session.send('CSS.forcePseudoState', { nodeId, forcedPseudoClasses: pseudoClasses }),
    ),
  );
}

test.each(themes)(
  'axe finds nothing in the components of client/ui, at rest, pointed at, focused and pressed (%s)',
  async (theme) => {
    const page = gallery.page();
    const session = await page.context().newCDPSession(page);
    await page.goto(`/components?language=en&theme=${theme}`);
    await session.send('DOM.enable');
    await session.send('CSS.enable');
    const all = await seeAtEveryWidth(page, `components ${theme}`);
    for (const pseudoClasses of pointed) {
      await force(session, pseudoClasses);
      all.push(...found(`components ${theme} ${pseudoClasses.join(', ')}`, await axeFindings(page)));
    }
    await session.detach();
    expect(grouped(all)).toEqual([]);
  },
);
