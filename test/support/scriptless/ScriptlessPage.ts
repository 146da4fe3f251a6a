import { JSDOM } from 'jsdom';
import { framesOf, refreshOf } from './embedded.ts';
import { byCss, type RoleOptions } from './find.ts';
import { invalidField, isSubmitter, submission } from './form.ts';
import { shownText, type Text } from './naming.ts';
import { navigate, type Arrival, type Initiator, type Navigation, type Profile } from './navigate.ts';
import { ScriptlessLocator, type Shown } from './ScriptlessLocator.ts';

const parse = (html: string, url: string): JSDOM => new JSDOM(html, { url });

/** A page that was loaded. */
interface Loaded {
  dom: JSDOM;
  method: 'GET' | 'POST';
  referrerPolicy: string;
}

/** A tab without scripts, styles or pictures: it follows links and sends forms over HTTP, as a browser would. */
export class ScriptlessPage {
  readonly #profile: Profile;
  readonly #history: { url: string; method: string }[] = [];
  #loaded: Loaded = { dom: parse('', 'about:blank'), method: 'GET', referrerPolicy: '' };
  #pending: Promise<void> = Promise.resolve();

  constructor(profile: Profile) {
    this.#profile = profile;
  }

  get #document(): Document {
    return this.#loaded.dom.window.document;
  }

  readonly #shown: Shown = {
    document: () => this.#document,
    settled: () => this.#pending,
    describe: () => `${this.url()}\n${shownText(this.#document.body)}`,
  };

  url(): string {
    return this.#document.URL;
  }

  goto(url: string): Promise<void> {
    return this.#go({ url: new URL(url), method: 'GET' });
  }

  reload(): Promise<void> {
    if (this.#loaded.method === 'POST')
      throw new Error('the browser would ask whether to send the form again');
    this.#history.pop();
    return this.goto(this.url());
  }

  goBack(): Promise<void> {
    this.#history.pop();
    const last = this.#history.pop();
    if (last?.method !== 'GET') throw new Error('there is no page to go back to');
    return this.goto(last.url);
  }

  /** Expects that a redirect has led to an address. */
  async waitForURL(expected: string | RegExp | ((url: URL) => boolean)): Promise<void> {
    await this.#pending;
    const url = this.url();
    if (typeof expected === 'string') {
      if (url === expected) return;
    } else if (typeof expected === 'function' ? expected(new URL(url)) : expected.test(url)) return;
    throw new Error(`not at ${String(expected)}\n${this.#shown.describe()}`);
  }

  async #go(navigation: Navigation): Promise<void> {
    this.#show(await navigate(this.#profile, navigation));
    const initiator = this.#initiator;
    const inFrames = framesOf(this.#document).map((url) => ({ url, method: 'GET', initiator }) as const);
    await Promise.all(inFrames.map((frame) => navigate(this.#profile, { ...frame, isFramed: true })));
    const url = refreshOf(this.#document);
    if (url) await this.#go({ url, method: 'GET', initiator });
  }

  #show({ url, method, headers, body, status }: Arrival): void {
    // such an answer leaves the page in place
    if (status === 204) return;
    const isPage = /^text\/html\b/.test(headers['content-type'] ?? '');
    const dom = parse(isPage ? body : '<pre></pre>', url.href);
    if (!isPage) dom.window.document.body.textContent = body;
    dom.window.addEventListener('click', (event) => this.#activate(event));
    this.#loaded.dom.window.close();
    this.#loaded = { dom, method, referrerPolicy: String(headers['referrer-policy'] ?? '') };
    this.#history.push({ url: url.href, method });
    this.#reveal();
    if (!url.hash) dom.window.document.querySelector<HTMLElement>('[autofocus]')?.focus();
  }

  /** Unfolds the element that the URL's fragment points to. */
  #reveal(): void {
    const target = this.#document.getElementById(decodeURIComponent(new URL(this.url()).hash.slice(1)));
    for (let one = target?.parentElement; one; one = one.parentElement)
      if (one.localName === 'details') one.setAttribute('open', '');
  }

  get #initiator(): Initiator {
    return { url: new URL(this.url()), referrerPolicy: this.#loaded.referrerPolicy };
  }

  /** Follows a link or sends a form, as a click does; jsdom does the rest. */
  #activate(event: Event): void {
    const clicked = event.target as Element;
    const button = clicked.closest('button, input');
    const link = clicked.closest<HTMLAnchorElement>('a[href]');
    if (button && isSubmitter(button) && button.form) {
      event.preventDefault();
      const invalid = invalidField(button.form, button);
      if (invalid) invalid.focus();
      else this.#pending = this.#go({ ...submission(button.form, button), initiator: this.#initiator });
    } else if (link) {
      event.preventDefault();
      this.#follow(link);
    }
  }

  #follow({ href, target }: HTMLAnchorElement): void {
    if (target !== '' && target !== '_self') throw new Error(`${href} opens another tab`);
    const url = new URL(href);
    if (url.hash && href.replace(/#.*/, '') === this.url().replace(/#.*/, '')) {
      this.#loaded.dom.reconfigure({ url: href });
      this.#reveal();
    } else this.#pending = this.#go({ url, method: 'GET', initiator: this.#initiator });
  }

  locator(css: string): ScriptlessLocator {
    return new ScriptlessLocator(this.#shown, `locator(${css})`, () => byCss(this.#document, css));
  }

  get #all(): ScriptlessLocator {
    return new ScriptlessLocator(this.#shown, 'page', () => [this.#document.documentElement]);
  }

  getByRole(role: string, options?: RoleOptions): ScriptlessLocator {
    return this.#all.getByRole(role, options);
  }

  getByText(text: Text, options?: { exact?: boolean }): ScriptlessLocator {
    return this.#all.getByText(text, options);
  }

  getByLabel(text: Text, options?: { exact?: boolean }): ScriptlessLocator {
    return this.#all.getByLabel(text, options);
  }

  close(): Promise<void> {
    this.#loaded.dom.window.close();
    return Promise.resolve();
  }
}
