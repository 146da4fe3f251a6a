import type { Page } from 'playwright-core';
import { endWalk, readFocus, readWalk, walkScript, type Focus, type Stop } from './tabWalk.ts';

/** More tab stops than any page has. */
const mostStops = 100;

/** How many times Tab is pressed before the page is asked where the focus is. */
const pressesAtOnce = 10;

/** How long the browser may take to scroll to the focused element, in milliseconds. */
const scrollTimeout = 1000;

/** How long a page may take to move the focus, in milliseconds. */
const focusTimeout = 10_000;

type TabKey = 'Tab' | 'Shift+Tab';

const isNamed = (here: string, name: string | RegExp): boolean =>
  typeof name === 'string' ? here === name : name.test(here);

/** Uses a page with the keyboard alone, and checks that the focus is visible. */
export class Keyboard {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Types a text without waiting for the browser to show each letter. */
  async type(text: string): Promise<void> {
    await this.#pressAtOnce(Array.from(text));
  }

  async #pressAtOnce(keys: string[]): Promise<void> {
    const { keyboard } = this.#page;
    await Promise.all(keys.flatMap((key) => [keyboard.down(key), keyboard.up(key)]));
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.#page.keyboard.press(key);
  }

  async #focus(): Promise<Focus> {
    const focus = await this.#page.evaluate(readFocus);
    return focus.isInFrame ? this.#focusInFrame(focus) : focus;
  }

  async #focusInFrame(focus: Focus): Promise<Focus> {
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
  async step(key: TabKey = 'Tab'): Promise<string> {
    await this.press(key);
    return (await this.#visible(() => this.#focus())).name;
  }

  /** Waits until the focus is visible. */
  async #visible<Here extends Focus>(read: () => Promise<Here>): Promise<Here> {
    const end = performance.now() + scrollTimeout;
    let focus = await read();
    while (focus.fault && performance.now() < end) focus = await read();
    if (focus.fault) throw new Error(`"${focus.name}" has the focus, but ${focus.fault}`);
    return focus;
  }

  /**
   * Moves from tab stop to tab stop.
   *
   * @param goal the name of the last one; by default the walk ends where it began
   * @returns the stops
   * @throws Error when the focus is not visible at one of them, or with the names of all when the goal is not among them
   */
  async #walk(goal?: string | RegExp, key: TabKey = 'Tab'): Promise<Stop[]> {
    const stops: Stop[] = [];
    const begin = () => this.#page.evaluate<boolean>(walkScript(goal));
    let isRecorded = await begin();
    const read = async (): Promise<Stop> => {
      const walk = await this.#page.evaluate(readWalk, !isRecorded);
      if (!walk) {
        isRecorded = await begin();
        return read();
      }
      stops.push(...walk.passed);
      if (!walk.here.isInFrame) return walk.here;
      const focus = await this.#focusInFrame(walk.here);
      return { ...walk.here, ...focus, isLast: goal !== undefined && isNamed(focus.name, goal) };
    };
    while (stops.length < mostStops) {
      // a frame's document records nothing
      await this.#tab(key, isRecorded && this.#page.frames().length === 1 ? pressesAtOnce : 1);
      const here = await this.#visible(read);
      if (here.isLast) {
        await this.#page.evaluate(endWalk);
        return [...stops, here];
      }
    }
    throw new Error(`${String(goal)} is not among ${stops.map(({ name }) => name).join(', ')}`);
  }

  async #tab(key: TabKey, count: number): Promise<void> {
    const { keyboard } = this.#page;
    if (key === 'Shift+Tab') await keyboard.down('Shift');
    await this.#pressAtOnce(Array.from({ length: count }, () => 'Tab'));
    if (key === 'Shift+Tab') await keyboard.up('Shift');
  }

  /** Moves to the next tab stops, up to one of this name. @returns their names */
  async stopsUntil(last: RegExp): Promise<string[]> {
    return (await this.#walk(last)).map(({ name }) => name);
  }

  /**
   * Moves to the tab stop of that name.
   *
   * @throws Error with the names of all tab stops when there is none
   */
  async goTo(name: string | RegExp, key?: TabKey): Promise<void> {
    await this.#walk(name, key);
  }

  /** Moves once around the page. @returns its tab stops */
  async goAround(): Promise<Stop[]> {
    // Tab does not come back to a message or heading that a script has focused
    if ((await this.#page.locator('main [tabindex="-1"]:focus').count()) > 0) await this.step();
    return this.#walk();
  }
}
