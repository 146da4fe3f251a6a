import { randomUUID } from 'node:crypto';
import { cookieJar, type CookieJar } from './kratosLogin.ts';
import { mailedCode } from './mailedCode.ts';
import type { Stack } from './stack.ts';

interface Node {
  attributes: { name?: string; value?: unknown };
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

const valueOf = ({ ui }: AnsweredFlow, name: string): string => {
  const value = ui.nodes.find(({ attributes }) => attributes.name === name)?.attributes.value;
  return typeof value === 'string' ? value : '';
};

/** Submits flows over HTTP, as a page's script or, without scripts, as a browser does. */
export class FlowBrowser {
  readonly jar: CookieJar;
  private readonly stack: Stack;
  private readonly scripts: boolean;
  private readonly url: string;

  constructor(
    stack: Stack,
    {
      scripts = true,
      url = stack.url,
      jar = cookieJar(),
    }: { scripts?: boolean; url?: string; jar?: CookieJar } = {},
  ) {
    this.jar = jar;
    this.stack = stack;
    this.scripts = scripts;
    this.url = url;
  }

  /** Requests a path of the portal, or a URL; redirects are not followed. */
  async call(path: string, init: RequestInit = {}): Promise<Response> {
    const answer = await fetch(path.startsWith('http') ? path : this.url + path, {
      redirect: 'manual',
      ...init,
      headers: {
        accept: 'application/json',
        ...(this.jar.header() && { cookie: this.jar.header() }),
        ...(init.headers as Record<string, string> | undefined),
      },
    });
    this.jar.keep(answer);
    return answer;
  }

  async start(kind: string, query = ''): Promise<AnsweredFlow> {
    return (await (await this.call(`/self-service/${kind}/browser${query}`)).json()) as AnsweredFlow;
  }

  async flow(kind: string, id: string): Promise<AnsweredFlow> {
    return (await (await this.call(`/self-service/${kind}/flows?id=${id}`)).json()) as AnsweredFlow;
  }

  submit(kind: string, flow: AnsweredFlow, fields: Record<string, string>): Promise<Response> {
    const body = { csrf_token: valueOf(flow, 'csrf_token'), ...fields };
    return this.call(`/self-service/${kind}?flow=${flow.id}`, {
      method: 'POST',
      ...(this.scripts
        ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
        : { headers: { accept: 'text/html' }, body: new URLSearchParams(body) }),
    });
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
  private readonly url: string;

  constructor({ kratos }: Stack) {
    this.url = `${kratos.adminUrl}/admin`;
  }

  async read<Body>(path: string): Promise<Body> {
    return (await (await fetch(this.url + path)).json()) as Body;
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
    return fetch(`${this.url}/identities/${id}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(changes),
    });
  }
}
