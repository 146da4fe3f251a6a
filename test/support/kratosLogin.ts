interface FlowNode {
  attributes: { name?: string; value?: unknown };
}
interface LoginFlow {
  id: string;
  ui: { action: string; nodes: FlowNode[] };
}

/** A browser's cookies. */
export interface CookieJar {
  /** The Cookie header. */
  header(): string;
  /** Stores the cookies that an answer sets. @param answer the answer */
  keep(answer: Response): void;
}

/** A cookie jar for one origin: it ignores domains and paths. */
export function cookieJar(): CookieJar {
  const cookies = new Map<string, string>();
  return {
    header: () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    keep(answer) {
      for (const line of answer.headers.getSetCookie()) {
        const [pair = '', ...attributes] = line.split(';');
        const name = pair.slice(0, pair.indexOf('='));
        if (attributes.some((one) => /^\s*max-age=0$/i.test(one))) cookies.delete(name);
        else cookies.set(name, pair.slice(name.length + 1));
      }
    },
  };
}

const json = { accept: 'application/json' };

async function bodyOf<Body>(answer: Response): Promise<Body> {
  if (!answer.ok) throw new Error(`${answer.url}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Body;
}

interface Account {
  email: string;
  password: string;
}

/** Starts a flow as a browser's script does, and submits a password. @returns Kratos' answer */
async function submitPassword(
  base: string,
  { email, password }: Account,
  query: Record<string, string>,
  jar: CookieJar,
): Promise<Response> {
  const start = await fetch(`${base}/self-service/login/browser?${new URLSearchParams(query).toString()}`, {
    headers: { ...json, cookie: jar.header() },
  });
  jar.keep(start);
  const flow = await bodyOf<LoginFlow>(start);
  const token = flow.ui.nodes.find(({ attributes }) => attributes.name === 'csrf_token')?.attributes.value;
  const action = new URL(flow.ui.action);
  const done = await fetch(`${base}${action.pathname}${action.search}`, {
    method: 'POST',
    headers: { ...json, 'content-type': 'application/json', cookie: jar.header() },
    body: JSON.stringify({ method: 'password', identifier: email, password, csrf_token: token }),
  });
  jar.keep(done);
  return done;
}

/**
 * Signs in with a password as a browser's script does, through the portal or straight at Kratos' public URL.
 *
 * @param base the portal's origin or Kratos' public URL
 * @param account the account to sign in with
 * @param query parameters of the flow, as in `{ refresh: 'true' }`
 * @param jar the browser's cookies; none by default
 * @returns the browser's cookies, with the session among them
 * @throws Error with the provider's answer when it refuses
 */
export async function signIn(
  base: string,
  account: Account,
  query: Record<string, string> = {},
  jar = cookieJar(),
): Promise<CookieJar> {
  const done = await submitPassword(base, account, query, jar);
  // 422: signed in, but a second factor is still required
  if (done.status !== 422) await bodyOf(done);
  return jar;
}

/** Signs in with a password for an application that asks with a login challenge. @returns the URL that leads on */
export async function answerLoginChallenge(
  base: string,
  account: Account,
  challenge: string,
  jar: CookieJar,
): Promise<string> {
  const done = await submitPassword(base, account, { login_challenge: challenge }, jar);
  const { redirect_browser_to: next } = (await done.json()) as { redirect_browser_to?: string };
  if (next === undefined) throw new Error(`the login challenge was not answered: ${done.status}`);
  return next;
}

/** Signs in with a password as an app does. @returns the session token, for the header X-Session-Token */
export async function sessionToken(base: string, account: Account): Promise<string> {
  const flow = await bodyOf<LoginFlow>(await fetch(`${base}/self-service/login/api`, { headers: json }));
  const action = new URL(flow.ui.action);
  const done = await fetch(`${base}${action.pathname}${action.search}`, {
    method: 'POST',
    headers: { ...json, 'content-type': 'application/json' },
    body: JSON.stringify({ method: 'password', identifier: account.email, password: account.password }),
  });
  return (await bodyOf<{ session_token: string }>(done)).session_token;
}
