import { totpCode } from './accountVisitor.ts';
import { FlowBrowser, totpSecretIn } from './flowBrowser.ts';
import { createIdentity, type TestIdentity } from './identities.ts';
import { signIn } from './kratosLogin.ts';
import type { Stack } from './stack.ts';

const entities: Record<string, string> = { quot: '"', amp: '&', lt: '<', gt: '>', '#x27': "'" };
const decoded = (text: string): string =>
  text.replaceAll(/&(quot|amp|lt|gt|#x27);/g, (_all, name: string) => entities[name] ?? '');

/** Returns the hidden fields of the forms on a page. */
export const hiddenIn = (html: string): Record<string, string> =>
  Object.fromEntries(
    Array.from(html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g), ([, name, value]) => [
      name ?? '',
      decoded(value ?? ''),
    ]),
  );

/** Returns the texts of a page, without its tags. */
export const textIn = (html: string): string =>
  decoded(html.slice(html.indexOf('<main')).replaceAll(/<!-- -->|<[^>]*>/g, ' ')).replaceAll(/\s+/g, ' ');

/** Somebody who is signed in with a second factor, and sends the console's forms as a browser without scripts does. */
export class ConsoleMember {
  readonly account: TestIdentity;
  readonly browser: FlowBrowser;
  private readonly url: string;

  constructor(account: TestIdentity, browser: FlowBrowser, url: string) {
    this.account = account;
    this.browser = browser;
    this.url = url;
  }

  /** Signs somebody new in, with a password and an authenticator app. */
  static async arrive(stack: Stack, email: string): Promise<ConsoleMember> {
    const account = await createIdentity(stack.kratos.adminUrl, { email });
    const first = new FlowBrowser(stack, { jar: await signIn(stack.url, account) });
    const settings = await first.start('settings');
    const secret = totpSecretIn(settings);
    const code = (): object => ({ method: 'totp', totp_code: totpCode(secret) });
    await first.submit('settings', settings, code());
    const browser = new FlowBrowser(stack, { jar: await signIn(stack.url, account) });
    await browser.submit('login', await browser.start('login', '?aal=aal2'), code());
    return new ConsoleMember(account, browser, stack.url);
  }

  /** Requests a page. @returns its status, its HTML, and where it leads */
  async open(path: string, init: RequestInit = {}): Promise<{ status: number; html: string; to: string }> {
    const headers = { accept: 'text/html', 'accept-language': 'en', ...(init.headers as object | undefined) };
    const answer = await this.browser.call(path, { ...init, headers });
    return { status: answer.status, html: await answer.text(), to: answer.headers.get('location') ?? '' };
  }

  /** Sends the form of a page that has been read. @param fields in place of its hidden ones, or besides */
  send(
    path: string,
    html: string,
    fields: Record<string, string>,
  ): Promise<{ status: number; html: string; to: string }> {
    const body = new URLSearchParams({ ...hiddenIn(html), ...fields });
    return this.open(path, { method: 'POST', body, headers: { origin: this.url } });
  }
}
