import type { Frame, Page } from 'playwright-core';

/** More tab stops than any page has. */
const mostStops = 100;

/** How long the browser may take to scroll to the focused element, in milliseconds. */
const scrollTimeout = 1000;

/** Uses a page with the keyboard alone, and checks that the focus is visible. */
export class Keyboard {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  type(text: string): Promise<void> {
    return this.#page.keyboard.type(text);
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.#page.keyboard.press(key);
  }

  /** The frame that has the focus. */
  async #frame(): Promise<Frame> {
    const holder = await this.#page.evaluateHandle(() => document.activeElement);
    return (await holder.asElement()?.contentFrame()) ?? this.#page.mainFrame();
  }

  /** The focused element's name for a screen reader; empty if nothing has the focus. */
  async focused(): Promise<string> {
    const frame = await this.#frame();
    return frame.evaluate(() => {
      const element = document.activeElement as HTMLElement;
      if (element === document.body) return '';
      const named = (element as HTMLInputElement).labels?.[0] ?? element;
      const hidden = Array.from(named.querySelectorAll<HTMLElement>('[aria-hidden="true"]'));
      const text = hidden.reduce((left, { innerText }) => left.replace(innerText, ''), named.innerText);
      return (element.getAttribute('aria-label') ?? text).replace(/\s+/g, ' ').trim();
    });
  }

  /**
   * Moves to the next tab stop, or the previous one.
   *
   * @returns its name
   * @throws Error when the focus is not visible (WCAG 2.2, 2.4.7 and 2.4.11)
   */
  async step(key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<string> {
    await this.press(key);
    const name = await this.focused();
    const end = performance.now() + scrollTimeout;
    let fault = await this.#fault();
    while (fault && performance.now() < end) fault = await this.#fault();
    if (fault) throw new Error(`"${name}" has the focus and ${fault}`);
    return name;
  }

  /** Moves to the next tab stops, up to one of this name. @returns their names */
  async stopsUntil(last: RegExp): Promise<string[]> {
    const stops = [await this.step()];
    while (!last.test(stops.at(-1) ?? '') && stops.length < mostStops) stops.push(await this.step());
    return stops;
  }

  async #fault(): Promise<string | undefined> {
    const frame = await this.#frame();
    return frame.evaluate(() => {
      const element = document.activeElement as HTMLElement;
      if (element === document.body) return undefined;
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
      if ((outlineStyle === 'none' || outlineWidth === '0px') && boxShadow === 'none')
        return 'looks as if it had not';
      const { x, y, width, height } = element.getBoundingClientRect();
      const top = document.elementFromPoint(x + width / 2, y + height / 2);
      return top && (element.contains(top) || top.contains(element)) ? undefined : 'is out of sight';
    });
  }

  /**
   * Moves to the tab stop of that name.
   *
   * @throws Error with the names of all tab stops when there is none
   */
  async goTo(name: string | RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    const passed: string[] = [];
    while (passed.length < mostStops) {
      const here = await this.step(key);
      if (typeof name === 'string' ? here === name : name.test(here)) return;
      passed.push(here);
    }
    throw new Error(`${String(name)} is not among ${passed.join(', ')}`);
  }
}
