import { cookieJar } from '../../test/support/kratosLogin.ts';
import { formWith, UnexpectedPage } from './form.ts';

/** One page that a visitor waited for. */
export interface Step {
  name: string;
  /** With its redirects, in milliseconds. */
  milliseconds: number;
  /** The status, the code of the connection's error, or what was unexpected about the page. */
  outcome: string;
  isExpected: boolean;
  /** Whether it has led to a page of the portal. */
  isPage: boolean;
}

/** A visit could not go on. */
export class FailedStep extends Error {
  constructor({ name, outcome }: Step) {
    super(`${name}: ${outcome}`);
  }
}

/** Where a step has led: a page of the portal, or an address elsewhere. */
export interface Page {
  url: string;
  /** Empty elsewhere. */
  html: string;
}

/** How long a page may take, in milliseconds: longer than the portal waits for its provider. */
const patience = 30_000;

const headers = {
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'accept-language': 'en-GB,en;q=0.9',
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  'sec-fetch-dest': 'document',
  'sec-fetch-mode': 'navigate',
};

/** Matches a page whose heading begins with a text. */
export const heading = (text: string): RegExp => new RegExp(`<h1[^>]*>(?:<[^>]*>)*${text}`);

const headingOf = (html: string): string =>
  (/<h1[^>]*>([\s\S]*?)<\/h1>/.exec(html)?.[1] ?? '').replace(/<[^>]*>/g, '');

/** The code of a connection's error, such as `ECONNRESET`. */
function codeOf(cause: unknown): string {
  const { name, cause: inner } = cause as Error & { cause?: { code?: string } };
  return inner?.code ?? name;
}

/** A browser without scripts, which loads pages but not their files. */
export class Browser {
  readonly #jar = cookieJar();
  readonly #origin: string;
  readonly #onStep: (step: Step) => void;
  readonly #address: string;

  /**
   * @param origin the portal's
   * @param address the client address that a proxy would forward
   * @param onStep called after each page that was waited for
   */
  constructor(origin: string, address: string, onStep: (step: Step) => void) {
    this.#origin = origin;
    this.#address = address;
    this.#onStep = onStep;
  }

  /** Opens a URL. @param expected matches the page that it leads to @throws FailedStep */
  open(step: string, url: string, expected: RegExp): Promise<Page> {
    return this.wait(step, () => this.#follow(new URL(url, this.#origin)), expected);
  }

  /**
   * Fills a form and sends it.
   *
   * @param control the name of a control that only this form has
   * @param changes the fields that are filled
   * @param expected matches the page that it leads to; none if that is elsewhere
   * @throws FailedStep
   */
  submit(
    step: string,
    page: Page,
    [control, changes]: [control: string, changes: Record<string, string>],
    expected?: RegExp,
  ): Promise<Page> {
    const send = (): Promise<Page> => {
      const { action, fields } = formWith(page.html, control);
      for (const [name, value] of Object.entries(changes)) fields.set(name, value);
      return this.#follow(new URL(action, page.url), fields);
    };
    return this.wait(step, async () => send(), expected);
  }

  /** Waits for something that belongs to the visit, and reports how long it took. @throws FailedStep */
  async wait<Result>(name: string, act: () => Promise<Result>, expected?: RegExp): Promise<Result> {
    const began = performance.now();
    const report = (outcome: string, isExpected: boolean, isPage = false): Step => {
      const step = { name, milliseconds: performance.now() - began, outcome, isExpected, isPage };
      this.#onStep(step);
      return step;
    };
    let result: Result;
    try {
      result = await act();
    } catch (cause) {
      throw new FailedStep(report(cause instanceof UnexpectedPage ? cause.message : codeOf(cause), false));
    }
    const { html = '' } = result as Partial<Page>;
    if (expected && !expected.test(html)) throw new FailedStep(report(`“${headingOf(html)}”`, false));
    report('200', true, html !== '');
    return result;
  }

  /** Follows redirects within the portal. */
  async #follow(url: URL, form?: URLSearchParams): Promise<Page> {
    const answer = await fetch(url, {
      redirect: 'manual',
      method: form ? 'POST' : 'GET',
      body: form,
      signal: AbortSignal.timeout(patience),
      headers: {
        ...headers,
        cookie: this.#jar.header(),
        'x-forwarded-for': this.#address,
        'sec-fetch-site': form ? 'same-origin' : 'none',
        ...(form && { origin: this.#origin }),
      },
    });
    this.#jar.keep(answer);
    const html = await answer.text();
    const location = answer.headers.get('location');
    if (location === null) {
      if (!answer.ok) throw new UnexpectedPage(String(answer.status));
      return { url: url.href, html };
    }
    const next = new URL(location, url);
    return next.origin === this.#origin ? this.#follow(next) : { url: next.href, html: '' };
  }
}
