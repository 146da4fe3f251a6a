import { cookieJar } from '../../test/support/kratosLogin.ts';

/** One page that a visitor waited for. */
export interface Step {
  name: string;
  /** With its redirects, in milliseconds. */
  milliseconds: number;
  /** The status, the code of the connection's error, or what was unexpected about the page. */
  outcome: string;
  isExpected: boolean;
}

/** A visit could not go on. Its message is the step's outcome. */
export class FailedStep extends Error {}

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

const entities: Record<string, string> = { quot: '"', amp: '&', lt: '<', gt: '>', '#x27': "'", '#39': "'" };

/** Returns an attribute of a tag, with the entities that the portal's renderer writes. */
const attribute = (tag: string, name: string): string | undefined =>
  new RegExp(`\\s${name}="([^"]*)"`)
    .exec(tag)?.[1]
    ?.replace(/&([^;]+);/g, (entity, named: string) => entities[named] ?? entity);

/**
 * Reads a form of a page by regular expressions: a parser would take more time than the portal takes to write the page.
 *
 * @param control the name of a control that only this form has
 * @returns its action, and the values of its text and hidden fields
 * @throws FailedStep if no form has the control
 */
function formWith(html: string, control: string): { action: string; fields: URLSearchParams } {
  const form = html.match(/<form[\s\S]*?<\/form>/g)?.find((one) => one.includes(`name="${control}"`));
  if (form === undefined) throw new FailedStep(`no form has “${control}”`);
  const fields = new URLSearchParams();
  for (const [tag] of form.matchAll(/<input\s[^>]*>/g)) {
    const name = attribute(tag, 'name');
    const isTicked = !/\stype="(?:checkbox|radio)"/.test(tag) || /\schecked\b/.test(tag);
    if (name !== undefined && isTicked) fields.append(name, attribute(tag, 'value') ?? '');
  }
  return { action: attribute(form, 'action') ?? '', fields };
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
   * @param expected matches the page that it leads to; none if that is elsewhere
   * @throws FailedStep
   */
  submit(
    step: string,
    page: Page,
    [control, changes]: [control: string, changes: Record<string, string>],
    expected?: RegExp,
  ): Promise<Page> {
    const send = async (): Promise<Page> => {
      const { action, fields } = formWith(page.html, control);
      for (const [name, value] of Object.entries(changes)) fields.set(name, value);
      return this.#follow(new URL(action, page.url), fields);
    };
    return this.wait(step, send, expected);
  }

  /** Waits for something that belongs to the visit, and reports how long it took. @throws FailedStep */
  async wait<Result>(name: string, act: () => Promise<Result>, expected?: RegExp): Promise<Result> {
    const began = performance.now();
    const settle = (outcome: string, isExpected: boolean): void =>
      this.#onStep({ name, milliseconds: performance.now() - began, outcome, isExpected });
    try {
      const result = await act();
      const { html = '' } = result as Partial<Page>;
      if (expected && !expected.test(html)) throw new FailedStep(`“${headingOf(html)}”`);
      settle('200', true);
      return result;
    } catch (cause) {
      const { message, name: kind, cause: inner } = cause as Error & { cause?: { code?: string } };
      const outcome = cause instanceof FailedStep ? message : (inner?.code ?? kind);
      settle(outcome, false);
      throw new FailedStep(outcome, { cause });
    }
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
      if (!answer.ok) throw new FailedStep(String(answer.status));
      return { url: url.href, html };
    }
    const next = new URL(location, url);
    return next.origin === this.#origin ? this.#follow(next) : { url: next.href, html: '' };
  }
}
