import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { Mail } from '../../provider/local/mail.ts';
import { languageTag, type Locale } from '../../shared/messages/locales.ts';
import { catalogueIntl, catalogueTexts } from './catalogueIntl.ts';
import { findEnglish } from './findEnglish.ts';
import { Keyboard } from './keyboard.ts';
import { pageTexts } from './pageTexts.ts';
import type { Visitor } from './visitor.ts';

/**
 * Whether a screen reader announces one of the texts: from the focused element, its description or a live region, unless it has
 * announced that element before. Runs in the page.
 */
const isAnnounced = (texts: string[]): boolean => {
  const memory = globalThis as { heard?: WeakSet<Element> };
  memory.heard ??= new WeakSet();
  const focused = document.activeElement === document.body ? null : document.activeElement;
  const described = focused?.getAttribute('aria-describedby')?.split(' ') ?? [];
  const regions = Array.from(document.querySelectorAll('[role="status"], [role="alert"]'));
  const speaker = [
    focused,
    ...described.map((id) => document.getElementById(id)),
    ...regions.flatMap((region) => (region.childElementCount > 0 ? Array.from(region.children) : [region])),
  ].find((element) => {
    const spoken = element?.textContent.replaceAll(/\s+/g, ' ').replaceAll('\u2060', '') ?? '';
    return element && !memory.heard?.has(element) && texts.some((text) => spoken.includes(text));
  });
  if (speaker) memory.heard.add(speaker);
  return speaker !== undefined;
};

/** Collapses white space, including non-breaking spaces. */
const plain = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/**
 * A visitor who reads one language and only uses the keyboard. Tests name texts in English, with the names of their values in
 * braces; the visitor finds them in their own language.
 */
export class Reader {
  readonly visitor: Visitor;
  readonly keyboard: Keyboard;
  readonly locale: Locale;
  readonly #english: (texts: string[]) => string[];
  readonly #walked: Set<string>;

  constructor(visitor: Visitor, locale: Locale, walked = new Set<string>()) {
    this.visitor = visitor;
    this.keyboard = new Keyboard(visitor.page);
    this.locale = locale;
    this.#english = findEnglish(locale);
    this.#walked = walked;
  }

  /** The visitor's translations of an English text: of each key that has this text, or selects it by the values. */
  words(english: string, values: Record<string, string | number> = {}): string[] {
    const { formatMessage } = catalogueIntl(this.locale);
    const keys = Object.entries(catalogueTexts.en).filter(
      ([id, text]) =>
        text.replaceAll("''", "'") === english ||
        (text.includes(`{${english}}`) && catalogueIntl('en').formatMessage({ id }, values) === english),
    );
    if (keys.length === 0) throw new Error(`the English catalogue has no text “${english}”`);
    return keys.map(([id]) => plain(formatMessage({ id }, values)));
  }

  /** A pattern of the visitor's translations of an English text, in which a hyphen may keep a line from ending. */
  #pattern(english: string, values?: Record<string, string | number>): string {
    const words = this.words(english, values).map((text) =>
      text
        .replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)
        .replaceAll(' ', String.raw`\s`)
        .replaceAll('-', '-\u2060?'),
    );
    return `(?:${words.join('|')})`;
  }

  /** Matches a name that is the text, or begins with it as that of a settings row does. */
  #named(english: string, values?: Record<string, string | number>): RegExp {
    return new RegExp(`^${this.#pattern(english, values)}(?![\\p{L}\\p{N}])`, 'u');
  }

  /** Moves to a tab stop, forwards or back. */
  goTo(english: string, values?: Record<string, string | number>, key?: 'Shift+Tab'): Promise<void> {
    return this.keyboard.goTo(this.#named(english, values), key);
  }

  /** Moves to a link or button, and presses it. */
  async presses(english: string, values?: Record<string, string | number>): Promise<void> {
    await this.goTo(english, values);
    await this.keyboard.press('Enter');
  }

  /** Moves to a summary, and unfolds its details if they are folded. */
  async unfolds(english: string): Promise<void> {
    await this.goTo(english);
    if ((await this.visitor.page.locator('details[open] > summary:focus').count()) === 0)
      await this.keyboard.press('Enter');
  }

  /** Moves to a field, and replaces its value. */
  async fills(english: string, text: string): Promise<void> {
    do await this.goTo(english);
    while ((await this.visitor.page.locator('input:focus').count()) === 0);
    await this.keyboard.press('ControlOrMeta+a');
    await this.keyboard.type(text);
  }

  /** Types a code, which submits itself where scripts are on. */
  async enters(code: string): Promise<void> {
    await this.keyboard.type(code);
    if (!this.visitor.scripts) await this.keyboard.press('Enter');
  }

  /** Presses a button that asks first, and confirms: in its dialog, or, without scripts, below it. */
  async confirms(button: string, values: Record<string, string>, verb: string): Promise<void> {
    await this.presses(button, values);
    if (this.visitor.scripts) {
      await this.hears('Cancel');
      await this.goTo(verb, undefined, 'Shift+Tab');
      await this.keyboard.press('Enter');
    } else await this.presses(verb);
  }

  /**
   * Waits for a page by its heading, and checks it: language, title, no English word, and, the first time, every tab stop.
   */
  async arrives(english: string, values?: Record<string, string | number>): Promise<void> {
    const { page } = this.visitor;
    await page.getByRole('heading', { level: 1, name: this.#named(english, values) }).waitFor();
    await page.locator(`html[lang="${languageTag(this.locale)}"]`).waitFor();
    expect(await page.title()).toContain(
      this.words('{product} – Account portal', { product: 'Stethoscope' })[0],
    );
    await this.understands();
    if (!this.#walked.has(english)) await this.#walk();
    this.#walked.add(english);
  }

  /** Expects no English word on the page. */
  async understands(): Promise<void> {
    expect(this.#english(await pageTexts(this.visitor.page))).toEqual([]);
  }

  /**
   * Waits for a new announcement: from a live region, the focused element or its description; without scripts, on a page that
   * has not been read before.
   */
  async hears(english: string, values?: Record<string, string | number>): Promise<void> {
    const { page, scripts } = this.visitor;
    if (scripts) await page.waitForFunction(isAnnounced, this.words(english, values));
    else {
      const unread = page.locator('main:not([data-read])');
      const spoken = unread.getByText(new RegExp(this.#pattern(english, values), 'u'));
      await spoken.filter({ visible: true }).first().waitFor();
      // a browser does this once it paints the page, which would end a walk that has begun
      const first = unread.locator('[autofocus]');
      if ((await first.count()) > 0) await first.and(page.locator(':focus')).waitFor();
      await unread.evaluate((main) => (main.dataset.read = ''));
    }
    await this.understands();
  }

  /** Opens another tab of the same browser. */
  async anotherTab(address: string): Promise<Reader> {
    const page = await this.visitor.context.newPage();
    await page.goto(address);
    return this.#inTab(page);
  }

  /** Waits for the tab that opens next. */
  async opensTab(): Promise<Reader> {
    return this.#inTab(await this.visitor.page.waitForEvent('popup'));
  }

  #inTab(page: Page): Reader {
    return new Reader(this.visitor.inTab(page), this.locale, this.#walked);
  }

  /** The same visitor, who reads another language. */
  in(locale: Locale): Reader {
    return new Reader(this.visitor, locale, this.#walked);
  }

  /** Expects a mail, with both of its parts, to have no English word. */
  reads({ subject, text, html = '' }: Mail): void {
    const [, lang] = /<html lang="(.*?)"/.exec(html) ?? [];
    expect(lang).toBe(languageTag(this.locale));
    const shown = html.replaceAll(/<style.*?<\/style>|<[^>]+>/gs, ' ');
    expect(this.#english([subject, shown, text])).toEqual([]);
  }

  /** Tabs once around the page: each stop is visible and in reading order, and none traps the focus. */
  async #walk(): Promise<void> {
    const stops = await this.keyboard.goAround();
    expect(stops.filter(({ isBelow }) => !isBelow).map(({ name }) => name)).toEqual([]);
  }
}
