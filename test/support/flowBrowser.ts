import { randomUUID } from 'node:crypto';
import { cookieJar, type CookieJar } from './kratosLogin.ts';
import { mailedCode } from './mailedCode.ts';
import type { Stack } from './stack.ts';

interface Node {
  group?: string;
  attributes: { name?: string; value?: unknown; id?: string; text?: { text: string } };
  messages?: { id: number }[];
}

/** A flow as Kratos answers it. */
export interface AnsweredFlow {
  id: string;
  state?: string;
  ui: { nodes: Node[]; messages?: { id: number; text: string }[] };
}

/** The password of every account that these browsers register. */
export const password = 'lub-dub-lub-dub';

/** Returns an address that nobody has. */
export const somebody = (): string => `${randomUUID()}@test.example`;

/** Returns the ids of the messages of a flow. */
export const messagesIn = ({ ui }: Partial<AnsweredFlow>): number[] =>
  (ui?.messages ?? []).map(({ id }) => id);

/** Returns the value of a flow's field. */
export const fieldOf = ({ ui }: AnsweredFlow, name: string): string => {
  const value = ui.nodes.find(({ attributes }) => attributes.name === name)?.attributes.value;
  return typeof value === 'string' ? value : '';
};

/** Returns the secret of the authenticator app that a settings flow offers. */
export const totpSecretIn = ({ ui }: AnsweredFlow): string =>
  ui.nodes.find(({ attributes }) => attributes.id === 'totp_secret_key')?.attributes.text?.text ?? '';

interface FlowBrowserOptions {
  /** Whether scripts are on, as they are by default. */
  scripts?: boolean;
  /** Whether it is an app, which has flows of its own and sends no cookies. */
  app?: boolean;
  /** The portal's or Kratos' URL; the stack's portal by default. */
  url?: string;
  jar?: CookieJar;
  /** Further headers of each request, such as the client address that a trusted proxy would forward. */
  headers?: Record<string, string>;
}

/** Submits flows over HTTP, as a page's script does, as a browser without scripts, or as an app. */
export class FlowBrowser {
  readonly jar: CookieJar;
  private readonly stack: Stack;
  private readonly options: FlowBrowserOptions;

  constructor(stack: Stack, options: FlowBrowserOptions = {}) {
    this.jar = options.jar ?? cookieJar();
    this.stack = stack;
    this.options = options;
  }

  /** Requests a path of the portal, or a URL; redirects are not followed. */
  async call(path: string, init: RequestInit = {}): Promise<Response> {
    const { url, app, headers } = this.options;
    const answer = await fetch(path.startsWith('http') ? path : (url ?? this.stack.url) + path, {
      redirect: 'manual',
      ...init,
      headers: {
        accept: 'application/json',
        ...(!app && this.jar.header() && { cookie: this.jar.header() }),
        ...headers,
        ...(init.headers as Record<string, string> | undefined),
      },
    });
    this.jar.keep(answer);
    return answer;
  }

  async start(kind: string, query = ''): Promise<AnsweredFlow> {
    const client = this.options.app ? 'api' : 'browser';
    return (await (await this.call(`/self-service/${kind}/${client}${query}`)).json()) as AnsweredFlow;
  }

  async flow(kind: string, id: string): Promise<AnsweredFlow> {
    return (await (await this.call(`/self-service/${kind}/flows?id=${id}`)).json()) as AnsweredFlow;
  }

  submit(
    kind: string,
    flow: AnsweredFlow,
    fields: object,
    {
      scripts = this.options.scripts ?? true,
      ...headers
    }: { scripts?: boolean; 'accept-language'?: string } = {},
  ): Promise<Response> {
    const token = !this.options.app && { csrf_token: fieldOf(flow, 'csrf_token') };
    const body = { ...token, ...fields };
    return this.call(`/self-service/${kind}?flow=${flow.id}`, {
      method: 'POST',
      ...(scripts
        ? { headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) }
        : { headers: { accept: 'text/html', ...headers }, body: new URLSearchParams(body) }),
    });
  }

  /**
   * Opens a page in a language and sends its form, as a browser without scripts does.
   *
   * @param fields the typed values, and values that replace those of hidden fields
   */
  async sendPage(page: string, fields: Record<string, string>, language = 'en'): Promise<Response> {
    const headers = { accept: 'text/html', 'accept-language': language };
    const html = await (await this.call(page, { headers })).text();
    const decode = (attribute: string): string =>
      attribute.replaceAll('&quot;', '"').replaceAll('&amp;', '&');
    const [, action = ''] = / action="([^"]+\/self-service\/[^"]+)"/.exec(html) ?? [];
    const hidden = html.matchAll(
      /<input type="hidden" name="(csrf_token|transient_payload)" value=(["'])(.*?)\2/g,
    );
    const body = new URLSearchParams({
      ...Object.fromEntries(Array.from(hidden, ([, name = '', , value = '']) => [name, decode(value)])),
      ...fields,
    });
    return this.call(decode(action), { method: 'POST', headers, body });
  }

  async register(email: string, fields: Record<string, string> = {}): Promise<Response> {
    return this.submit('registration', await this.start('registration'), {
      method: 'password',
      password,
      'traits.email': email,
      'traits.tos': 'true',
      ...fields,
    });
  }

  /** Signs in with a password. @returns the flow afterwards, and the answer */
  async signIn(email: string, secret = password, query = ''): Promise<{ flow: string; answer: Response }> {
    const flow = await this.start('login', query);
    const answer = await this.submit('login', flow, {
      method: 'password',
      identifier: email,
      password: secret,
    });
    return { flow: flow.id, answer };
  }

  /** Has a code mailed in a sign-in's flow, and enters it. @param id a flow; a new one by default */
  async signInByCode(email: string, id?: string): Promise<Response> {
    const since = this.stack.mailbox.messages.length;
    const first = id === undefined ? await this.start('login') : await this.flow('login', id);
    await this.submit('login', first, { method: 'code', identifier: email });
    const code = await mailedCode(this.stack.mailbox, email, since);
    return this.submit('login', await this.flow('login', first.id), {
      method: 'code',
      identifier: email,
      code,
    });
  }

  /** Recovers the account of an address by a mailed code. */
  async recover(email: string): Promise<Response> {
    const since = this.stack.mailbox.messages.length;
    const first = await this.start('recovery');
    await this.submit('recovery', first, { method: 'code', email });
    const code = await mailedCode(this.stack.mailbox, email, since);
    return this.submit('recovery', await this.flow('recovery', first.id), { method: 'code', code });
  }

  /** Asks for a recovery by link. @returns the mailed link */
  async askForLink(email: string): Promise<URL> {
    const since = this.stack.mailbox.messages.length;
    await this.submit('recovery', await this.start('recovery'), { method: 'link', email });
    const isLink = (link: string): boolean => link.includes('token=');
    const mail = await this.stack.mailbox.waitFor(email, {
      since,
      matching: ({ links }) => links.some(isLink),
    });
    return new URL(mail.links.find(isLink) ?? '');
  }

  /** Opens a recovery's link, and presses the button on its page. */
  openLink({ searchParams }: URL): Promise<Response> {
    return this.call(`/self-service/recovery?flow=${searchParams.get('flow') ?? ''}`, {
      method: 'POST',
      headers: { accept: 'text/html' },
      body: new URLSearchParams({ token: searchParams.get('token') ?? '' }),
    });
  }

  /** Verifies an address in a flow of this browser's own. */
  async verify(email: string): Promise<Response> {
    const since = this.stack.mailbox.messages.length;
    const own = await this.start('verification');
    await this.submit('verification', own, { method: 'code', email });
    return this.enterCode(own.id, await mailedCode(this.stack.mailbox, email, since));
  }

  /** Enters a verification's code. */
  async enterCode(flow: string, code: string): Promise<Response> {
    const answer = await this.call(`/self-service/verification/flows?id=${flow}`);
    // another browser's flow cannot be read, but takes the code
    const shown =
      answer.status === 200 ? ((await answer.json()) as AnsweredFlow) : { id: flow, ui: { nodes: [] } };
    return this.submit('verification', shown, { method: 'code', code });
  }

  /** Submits a form of the settings. */
  async change(fields: Record<string, string>): Promise<Response> {
    return this.submit('settings', await this.start('settings'), fields);
  }

  /** Returns the id of the identity that is signed in here. */
  async identity(): Promise<string | undefined> {
    const answer = await this.call('/sessions/whoami');
    if (answer.status !== 200) return undefined;
    return ((await answer.json()) as { identity: { id: string } }).identity.id;
  }
}

/** Returns the verification that a sign-up or a change mailed: its flow and its code. */
export async function mailedVerification(
  { mailbox }: Stack,
  email: string,
  since = 0,
): Promise<{ flow: string; code: string; link: string }> {
  const mail = await mailbox.waitFor(email, { since, matching: ({ code }) => code !== undefined });
  const link = mail.links.find((one) => one.includes('code=')) ?? '';
  return { flow: new URL(link).searchParams.get('flow') ?? '', code: mail.code ?? '', link };
}

/** Reads Kratos' admin API. */
export class KratosAdmin {
  private readonly stack: Stack;

  constructor(stack: Stack) {
    this.stack = stack;
  }

  private ask(path: string, init: RequestInit = {}): Promise<Response> {
    return fetch(`${this.stack.kratos.adminUrl}/admin${path}`, init);
  }

  async read<Body>(path: string): Promise<Body> {
    return (await (await this.ask(path)).json()) as Body;
  }

  async idOf(email: string): Promise<string> {
    const found = await this.read<{ id: string }[]>(`/identities?credentials_identifier=${email}`);
    return found[0]?.id ?? '';
  }

  async activeSessions(id: string): Promise<unknown[]> {
    const found = await this.read<unknown>(`/identities/${id}/sessions?active=true`);
    return Array.isArray(found) ? (found as unknown[]) : [];
  }

  patch(id: string, changes: object[]): Promise<Response> {
    return this.ask(`/identities/${id}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(changes),
    });
  }
}
