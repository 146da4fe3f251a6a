import { expect, test } from '@jest/globals';
import type { CDPSession, Page } from 'playwright-core';
import { perform, type Step } from '../../scripts/gallery/states/interaction.ts';
import { themes } from '../gallery/seeStates.ts';
import { useGallery } from '../gallery/useGallery.ts';
import { axeFindings, rulesOfColors } from '../support/accessibility.ts';
import { found, grouped } from '../support/findings.ts';

const gallery = useGallery();

/** Together they have every kind of control. */
const states = ['login/last-social-brand', 'registration/fields-missing', 'settings/everything-set-up'];
const pointed = [['hover'], ['focus', 'focus-visible'], ['hover', 'active']];

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
    // the page has replaced one of them meanwhile: the new ones
  ).catch(() => force(session, pseudoClasses));
}

/** Opens a state, waits until its scripts run, and unfolds it. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(`/states/${path}`);
  await act(page, [{ see: 'main button' }]);
  await page.evaluate(() => {
    for (const folded of document.querySelectorAll<HTMLDetailsElement>('main details')) folded.open = true;
  });
}

const act = (page: Page, steps: Step[]): Promise<void> =>
  page.evaluate(`(${perform.toString()})(document, ${JSON.stringify(steps)})`);

test.each(themes)('colours have enough contrast when pointed at, focused and pressed (%s)', async (theme) => {
  const page = gallery.page();
  const session = await page.context().newCDPSession(page);
  const all = [];
  for (const state of states) {
    await open(page, `${state}?theme=${theme}`);
    await session.send('DOM.enable');
    await session.send('CSS.enable');
    for (const pseudoClasses of pointed) {
      await force(session, pseudoClasses);
      const findings = await axeFindings(page, rulesOfColors);
      all.push(...found(`${state} ${theme} ${pseudoClasses.join(', ')}`, findings));
    }
  }
  await session.detach();
  expect(grouped(all)).toEqual([]);
});

const identifier = { type: '[name="identifier"]', text: 'ada@portal.example' };
const password = { type: '[name="password"]', text: 'systole-diastole' };
const code = 'main button[name="method"][value="code"]';
const asks = '#totp [aria-haspopup="dialog"]';

test.each<[kind: string, state: string, button: string, steps: Step[]]>([
  ['primary', 'login/first-step', 'main button[value="password"]', [identifier, password]],
  ['quiet', 'login/first-step', code, [identifier]],
  ['plain', 'recovery/wrong', 'main button[name="email"]', []],
  ['danger', 'settings/everything-set-up', asks, [{ press: asks }, { press: '#totp dialog button[name]' }]],
  ['small', 'settings/everything-set-up', '#profile button[value="profile"]', []],
])('a button that is %s keeps its size while it is busy (%s, %s)', async (kind, state, button, steps) => {
  const page = gallery.page();
  await open(page, state);
  const sizeOf = async (selector: string): Promise<string> => {
    const { width = 0, height = 0 } = (await page.locator(selector).boundingBox()) ?? {};
    return `${Math.round(width)} × ${Math.round(height)}`;
  };
  const rest = await sizeOf(button);
  await act(page, kind === 'danger' ? steps : [...steps, { press: button }]);
  await page.locator(`${button}[aria-busy="true"]`).waitFor();
  expect(await sizeOf(button)).toBe(rest);
});
