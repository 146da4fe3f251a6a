import type { Page } from 'playwright-core';

type Media = NonNullable<Parameters<Page['emulateMedia']>[0]>;

/** A setting of a user's browser or device that every page has to cope with. */
export interface Condition {
  name: string;
  media?: Media;
  /** The user's own style sheet. */
  css?: string;
  /** The window sizes to check. */
  sizes: [width: number, height: number][];
}

const phoneAndDesktop: Condition['sizes'] = [
  [320, 900],
  [1280, 900],
];

export const conditions: Condition[] = [
  { name: '400 % zoom', sizes: [[320, 256]] },
  { name: 'forced colours', media: { forcedColors: 'active' }, sizes: phoneAndDesktop },
  {
    name: 'forced colours in dark',
    media: { forcedColors: 'active', colorScheme: 'dark' },
    sizes: phoneAndDesktop,
  },
  {
    // WCAG 2.2, 1.4.12
    name: 'wider text spacing',
    css: `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
          p { margin-block-end: 2em !important; }`,
    sizes: [...phoneAndDesktop, [768, 900]],
  },
  {
    // WCAG 2.2, 1.4.4
    name: 'text at 200 %',
    css: ':root { font-size: 200% !important; }',
    sizes: [
      [400, 900],
      [768, 900],
      [1280, 900],
    ],
  },
  { name: 'motion', media: { reducedMotion: 'no-preference' }, sizes: [[1280, 900]] },
];

/** The settings of most browsers, but without motion, which tests would have to wait for. */
export const usualMedia = {
  forcedColors: 'none',
  colorScheme: 'light',
  reducedMotion: 'reduce',
} satisfies Media;

/** Sets the user's own style sheet. The page's policy allows no style element. */
const setUserStyles = (page: Page, css: string): Promise<void> =>
  page.evaluate(async (text) => {
    const sheet = new CSSStyleSheet();
    await sheet.replace(text);
    document.adoptedStyleSheets = [sheet];
  }, css);

/**
 * Puts the current page in a condition, and takes it out again afterwards.
 *
 * @param look called at each of the condition's sizes
 */
export async function inCondition(
  page: Page,
  { media, css, sizes }: Condition,
  look: (width: number) => Promise<void>,
): Promise<void> {
  if (media) await page.emulateMedia({ ...usualMedia, ...media });
  if (css) await setUserStyles(page, css);
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    await page.evaluate(() =>
      Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined))),
    );
    await look(width);
  }
  if (css) await setUserStyles(page, '');
  if (media) await page.emulateMedia(usualMedia);
}
