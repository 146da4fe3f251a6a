import type { Page } from 'playwright-core';

/** More tab stops than any page has. */
const mostStops = 100;

/** How long the browser may take to scroll to the focused element, in milliseconds. */
const scrollTimeout = 1000;

/** How long a page may take to move the focus, in milliseconds. */
const focusTimeout = 10_000;

const isNamed = (here: string, name: string | RegExp): boolean =>
  typeof name === 'string' ? here === name : name.test(here);

/** What has the focus. */
interface Focus {
  /** Its name for a screen reader; empty if nothing has the focus. */
  name: string;
  /** Why it cannot be seen. */
  fault?: string;
  /** Whether it is in a frame of the page, which has to be asked. */
  isInFrame?: boolean;
}

/** Runs in the page. */
const readFocus = (): Focus => {
  const element = document.activeElement as HTMLElement;
  if (element === document.body) return { name: '' };
  const named = (element as HTMLInputElement).labels?.[0] ?? element;
  const hidden = Array.from(named.querySelectorAll<HTMLElement>('[aria-hidden="true"]'));
  const text = hidden.reduce((left, { innerText }) => left.replace(innerText, ''), named.innerText);
  const name = (element.getAttribute('aria-label') ?? text).replace(/\s+/g, ' ').trim();
  if (element instanceof HTMLIFrameElement) return { name, isInFrame: true };
  const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
  if ((outlineStyle === 'none' || outlineWidth === '0px') && boxShadow === 'none')
    return { name, fault: 'looks as if it had not' };
  const { x, y, width, height } = element.getBoundingClientRect();
  const top = document.elementFromPoint(x + width / 2, y + height / 2);
  const isSeen = !top || element.contains(top) || top.contains(element);
  return isSeen ? { name } : { name, fault: 'is out of sight' };
};

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

  async #focus(): Promise<Focus> {
    const focus = await this.#page.evaluate(readFocus);
    if (!focus.isInFrame) return focus;
    const holder = await this.#page.evaluateHandle(() => document.activeElement);
    const frame = await holder.asElement()?.contentFrame();
    return frame ? frame.evaluate(readFocus) : focus;
  }

  /** The focused element's name for a screen reader; empty if nothing has the focus. */
  async focused(): Promise<string> {
    return (await this.#focus()).name;
  }

  /**
   * Waits until the focus is on an element of that name.
   *
   * @throws Error that says where it is instead
   */
  async reaches(name: string | RegExp): Promise<void> {
    const end = performance.now() + focusTimeout;
    let here = await this.focused();
    while (!isNamed(here, name) && performance.now() < end) here = await this.focused();
    if (!isNamed(here, name)) throw new Error(`the focus is on "${here}", not on ${String(name)}`);
  }

  /**
   * Moves to the next tab stop, or the previous one.
   *
   * @returns its name
   * @throws Error when the focus is not visible (WCAG 2.2, 2.4.7 and 2.4.11)
   */
  async step(key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<string> {
    await this.press(key);
    const end = performance.now() + scrollTimeout;
    let focus = await this.#focus();
    while (focus.fault && performance.now() < end) focus = await this.#focus();
    if (focus.fault) throw new Error(`"${focus.name}" has the focus and ${focus.fault}`);
    return focus.name;
  }

  /** Moves to the next tab stops, up to one of this name. @returns their names */
  async stopsUntil(last: RegExp): Promise<string[]> {
    const stops = [await this.step()];
    while (!last.test(stops.at(-1) ?? '') && stops.length < mostStops) stops.push(await this.step());
    return stops;
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
      if (isNamed(here, name)) return;
      passed.push(here);
    }
    throw new Error(`${String(name)} is not among ${passed.join(', ')}`);
  }
}
