import { cookieJar } from './kratosLogin.ts';

interface FlowNode {
  attributes: { name?: string; value?: unknown; id?: string; text?: { text: string } };
}

/** The parts of a flow that attacks use. */
export interface AttackedFlow {
  id: string;
  ui: { nodes: FlowNode[] };
}

/** The value of a flow's field. */
export const fieldOf = (flow: AttackedFlow, name: string): string =>
  String(flow.ui.nodes.find(({ attributes }) => attributes.name === name)?.attributes.value);

/** The encoding of a submitted form: a script's, or the browser's own. */
export type Encoding = 'json' | 'form';

/**
 * A client with its own cookies that sends arbitrary requests to a portal.
 *
 * @param url the portal's origin
 * @param address its client address, which a trusted proxy would forward
 */
export function attacker(url: string, address: string) {
  const jar = cookieJar();
  const call = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const headers = { accept: 'application/json', cookie: jar.header(), 'x-forwarded-for': address };
    const answer = await fetch(url + path, {
      redirect: 'manual',
      ...init,
      headers: { ...headers, ...(init.headers as Record<string, string> | undefined) },
    });
    jar.keep(answer);
    return answer;
  };
  const start = async (kind: string): Promise<AttackedFlow> =>
    (await (await call(`/self-service/${kind}/browser`)).json()) as AttackedFlow;
  const submit = (
    kind: string,
    flow: AttackedFlow,
    fields: Record<string, string>,
    encoding: Encoding = 'json',
  ): Promise<Response> => {
    const sent = { csrf_token: fieldOf(flow, 'csrf_token'), ...fields };
    const isJson = encoding === 'json';
    return call(`/self-service/${kind}?flow=${flow.id}`, {
      method: 'POST',
      headers: {
        accept: isJson ? 'application/json' : 'text/html',
        'content-type': isJson ? 'application/json' : 'application/x-www-form-urlencoded',
      },
      body: isJson ? JSON.stringify(sent) : new URLSearchParams(sent).toString(),
    });
  };
  return { jar, call, start, submit };
}

/**
 * Counts the forms that get past the limits.
 *
 * @param most how many are sent
 * @param send sends the nth form
 */
export async function passing(most: number, send: (count: number) => Promise<Response>): Promise<number> {
  let passed = 0;
  for (let count = 0; count < most; count += 1) if ((await send(count)).status !== 429) passed += 1;
  return passed;
}

/**
 * Measures the shortest of several response times, in milliseconds.
 *
 * @param ask sends the request
 */
export async function leastTime(ask: () => Promise<unknown>): Promise<number> {
  const times = [];
  for (let count = 0; count < 15; count += 1) {
    const began = performance.now();
    await ask();
    times.push(performance.now() - began);
  }
  return Math.min(...times);
}
