import { byCss, byLabel, byRole, byText, type RoleOptions, type Scope } from './find.ts';
import { isDisabled } from './form.ts';
import { fullText, isShown, matches, shownText, type Text } from './naming.ts';
import { click, fill, pressEnter, select, setChecked } from './operate.ts';

/** The page that a locator looks into. */
export interface Shown {
  document: () => Document;
  /** Resolves once the page that a click leads to has loaded. */
  settled: () => Promise<void>;
  /** Describes the page, for the message of an error. */
  describe: () => string;
}

type Find = () => Element[];

interface Filter {
  hasText?: Text;
  hasNotText?: Text;
  has?: ScriptlessLocator;
  visible?: boolean;
}

const union = (lists: Element[][]): Element[] => Array.from(new Set(lists.flat()));

/** Finds elements again at every call, and operates them at once: without scripts nothing appears later. */
export class ScriptlessLocator {
  readonly #page: Shown;
  readonly #name: string;
  readonly #find: Find;

  constructor(page: Shown, name: string, find: Find) {
    this.#page = page;
    this.#name = name;
    this.#find = find;
  }

  #narrowed(how: string, find: (found: Element[]) => Element[]): ScriptlessLocator {
    return new ScriptlessLocator(this.#page, `${this.#name}.${how}`, () => find(this.#find()));
  }

  #within(how: string, find: (scope: Scope) => Element[]): ScriptlessLocator {
    return this.#narrowed(how, (found) => union(found.map(find)));
  }

  locator(css: string): ScriptlessLocator {
    return this.#within(`locator(${css})`, (scope) => byCss(scope, css));
  }

  getByRole(role: string, options?: RoleOptions): ScriptlessLocator {
    return this.#within(`getByRole(${role}, ${String(options?.name)})`, (scope) =>
      byRole(scope, role, options),
    );
  }

  getByText(text: Text, { exact = false } = {}): ScriptlessLocator {
    return this.#within(`getByText(${String(text)})`, (scope) => byText(scope, text, exact));
  }

  getByLabel(text: Text, { exact = false } = {}): ScriptlessLocator {
    return this.#within(`getByLabel(${String(text)})`, (scope) => byLabel(scope, text, exact));
  }

  filter({ hasText, hasNotText, has, visible }: Filter): ScriptlessLocator {
    return this.#narrowed('filter', (found) => {
      const inner = has ? has.#find() : undefined;
      return found.filter(
        (element) =>
          (hasText === undefined || matches(fullText(element), hasText)) &&
          (hasNotText === undefined || !matches(fullText(element), hasNotText)) &&
          (inner === undefined || inner.some((one) => one !== element && element.contains(one))) &&
          (visible === undefined || isShown(element) === visible),
      );
    });
  }

  and(other: ScriptlessLocator): ScriptlessLocator {
    return this.#narrowed('and', (found) => {
      const both = other.#find();
      return found.filter((element) => both.includes(element));
    });
  }

  or(other: ScriptlessLocator): ScriptlessLocator {
    return this.#narrowed('or', (found) => {
      const either = new Set([...found, ...other.#find()]);
      return byCss(this.#page.document(), '*').filter((element) => either.has(element));
    });
  }

  first(): ScriptlessLocator {
    return this.#narrowed('first', (found) => found.slice(0, 1));
  }

  #error(problem: string): Error {
    return new Error(`${this.#name}: ${problem}\n${this.#page.describe()}`);
  }

  #one(): HTMLElement {
    const [element, another] = this.#find();
    if (!element) throw this.#error('not found');
    if (another) throw this.#error('found more than once');
    return element as HTMLElement;
  }

  async #operate(act: (element: Element) => void): Promise<void> {
    const element = this.#one();
    try {
      act(element);
    } catch (problem) {
      throw this.#error((problem as Error).message);
    }
    await this.#page.settled();
  }

  click(): Promise<void> {
    return this.#operate(click);
  }

  fill(text: string): Promise<void> {
    return this.#operate((element) => fill(element, text));
  }

  press(key: string): Promise<void> {
    if (key !== 'Enter') throw this.#error(`${key} does nothing without Chromium`);
    return this.#operate(pressEnter);
  }

  check(): Promise<void> {
    return this.setChecked(true);
  }

  setChecked(checked: boolean): Promise<void> {
    return this.#operate((element) => setChecked(element, checked));
  }

  selectOption(value: string): Promise<void> {
    return this.#operate((element) => select(element, value));
  }

  async waitFor({ state = 'visible' } = {}): Promise<void> {
    const found = this.#find();
    if (found.length > 1) throw this.#error('found more than once');
    const [element] = found;
    const holds = {
      attached: element !== undefined,
      detached: element === undefined,
      hidden: !element || !isShown(element),
      visible: element !== undefined && isShown(element),
    }[state];
    if (!holds) throw this.#error(`not ${state}`);
    return Promise.resolve();
  }

  async count(): Promise<number> {
    return Promise.resolve(this.#find().length);
  }

  async isVisible(): Promise<boolean> {
    return Promise.resolve(this.#find().slice(0, 1).some(isShown));
  }

  async isDisabled(): Promise<boolean> {
    return Promise.resolve(isDisabled(this.#one()));
  }

  async isChecked(): Promise<boolean> {
    return Promise.resolve((this.#one() as HTMLInputElement).checked);
  }

  async inputValue(): Promise<string> {
    return Promise.resolve((this.#one() as HTMLInputElement).value);
  }

  async innerText(): Promise<string> {
    return Promise.resolve(shownText(this.#one()));
  }

  async allInnerTexts(): Promise<string[]> {
    return Promise.resolve(this.#find().map(shownText));
  }

  async textContent(): Promise<string | null> {
    return Promise.resolve(this.#one().textContent);
  }

  async getAttribute(name: string): Promise<string | null> {
    return Promise.resolve(this.#one().getAttribute(name));
  }

  /** Calls a function with the element; it cannot use the globals of a page. */
  async evaluate<Result, Argument>(
    act: (element: HTMLElement, argument?: Argument) => Result,
    argument?: Argument,
  ): Promise<Result> {
    return Promise.resolve(act(this.#one(), argument));
  }
}
