import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import { describe, expect, test } from '@jest/globals';
import type { RunningPortal } from '../support/portal.ts';
import { usePortals } from '../support/usePortals.ts';

const portals = usePortals();
const { upstream } = portals;

const start = (settings: Record<string, string>): Promise<RunningPortal> =>
  portals.start({ LOG_LEVEL: 'warn', ...settings });

/** Sends a request on an agent's keep-alive connections; returns its status and whether the answer closes the connection. */
function ask(url: string, agent: http.Agent): Promise<{ status: number | undefined; closes: boolean }> {
  return new Promise((resolve, reject) => {
    http
      .get(url, { agent }, (response) => {
        response
          .resume()
          .on('error', reject)
          .on('end', () =>
            resolve({ status: response.statusCode, closes: response.headers.connection === 'close' }),
          );
      })
      .on('error', reject);
  });
}

/** Sends requests on one keep-alive connection without a pause, until `enough` returns true for an answer. */
async function busy(
  url: string,
  enough: (closes: boolean) => boolean,
): Promise<{ sent: number; lost: unknown[] }> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const lost: unknown[] = [];
  let sent = 0;
  for (let done = false; !done;) {
    sent += 1;
    try {
      const { status, closes } = await ask(url, agent);
      if (status !== 200) lost.push(status);
      done = enough(closes);
    } catch (error) {
      lost.push((error as NodeJS.ErrnoException).code);
      done = true;
    }
  }
  agent.destroy();
  return { sent, lost };
}

const signalled = async (portal: RunningPortal, signal: 'SIGTERM' | 'SIGINT' = 'SIGTERM'): Promise<void> => {
  process.kill(portal.pid, signal);
  await portal.logged(/shutting down/);
};

describe('SIGTERM under load', () => {
  test('loses no request of 40 busy connections, nor of new ones that arrive before the proxy notices', async () => {
    const portal = await start({ DRAIN_DELAY_MS: '5000', LOG_LEVEL: 'info' });
    let known = false;
    const paths = ['/schemas', '/', '/health/alive', '/docs/api'];
    const crowd = Array.from({ length: 40 }, (_, at) =>
      busy(portal.url + (paths[at % paths.length] ?? ''), (closes) => known && closes),
    );
    await Promise.all(paths.map((path) => fetch(portal.url + path)));
    await signalled(portal);
    const ready = await fetch(`${portal.url}/health/ready`);
    expect([ready.status, await ready.json()]).toEqual([503, { errors: { portal: 'stopping' } }]);
    expect((await fetch(`${portal.url}/health/accepting`)).status).toBe(503);
    expect(ready.headers.get('connection')).toBe('close');
    expect((await fetch(`${portal.url}/health/alive`)).status).toBe(200);
    known = true;
    const results = await Promise.all(crowd);
    expect(results.flatMap(({ lost }) => lost)).toEqual([]);
    expect(Math.min(...results.map(({ sent }) => sent))).toBeGreaterThan(1);
    expect(await portal.ended()).toBe(0);
  });

  test('loses no request of open connections, even without a delay', async () => {
    const portal = await start({ DRAIN_DELAY_MS: '0', LOG_LEVEL: 'info' });
    const crowd = Array.from({ length: 40 }, () => busy(`${portal.url}/schemas`, (closes) => closes));
    await ask(`${portal.url}/schemas`, http.globalAgent);
    await signalled(portal);
    expect((await Promise.all(crowd)).flatMap(({ lost }) => lost)).toEqual([]);
    expect(await portal.ended()).toBe(0);
  });

  test('lets streams in both directions finish and answers the next request on their connections', async () => {
    const streams: http.ServerResponse[] = [];
    const bodies: string[] = [];
    upstream.answer = (request, response) => {
      if (request.method === 'POST') {
        let body = '';
        request.setEncoding('utf8').on('data', (part: string) => (body += part));
        request.on('end', () => {
          bodies.push(body);
          response.end('{}');
        });
      } else if (request.url === '/schemas') streams.push(response);
      else response.end('{}');
    };
    const portal = await start({ DRAIN_DELAY_MS: '0', LOG_LEVEL: 'info' });
    const downloads = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
        const request = http.get(`${portal.url}/schemas`, { agent });
        const answered = once(request, 'response');
        const stream = await new Promise<http.ServerResponse>((resolve) => {
          const look = setInterval(() => {
            const next = streams.pop();
            if (!next) return;
            clearInterval(look);
            resolve(next);
          }, 5);
        });
        stream.write('first,');
        const [response] = (await answered) as [IncomingMessage];
        return { response, stream, agent };
      }),
    );
    const upload = http.request(`${portal.url}/self-service/login?flow=a`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Expect: '100-continue' },
    });
    const uploaded = once(upload, 'response');
    upload.flushHeaders();
    // the portal has begun to read
    await once(upload, 'continue');
    upload.write('{"method":');
    await signalled(portal);
    upload.end('"a"}');
    const [answered] = (await uploaded) as [IncomingMessage];
    expect([answered.statusCode, answered.headers.connection]).toEqual([200, 'close']);
    expect(bodies).toEqual(['{"method":"a"}']);
    const texts = downloads.map(async ({ response, stream, agent }) => {
      stream.end('last');
      let text = '';
      for await (const part of response.setEncoding('utf8')) text += part as string;
      // its headers were sent before the signal, and kept the connection alive
      const next = await ask(`${portal.url}/sessions/whoami`, agent);
      agent.destroy();
      return [text, next.status, next.closes];
    });
    for (const one of await Promise.all(texts)) expect(one).toEqual(['first,last', 200, true]);
    expect(await portal.ended()).toBe(0);
  });
});

describe('the portal ends', () => {
  const hang = async (settings: Record<string, string>): Promise<RunningPortal> => {
    const hung = Promise.withResolvers<undefined>();
    let waiting = 0;
    upstream.answer = () => {
      waiting += 1;
      if (waiting === 3) hung.resolve(undefined);
    };
    const portal = await start({
      LOG_LEVEL: 'info',
      KRATOS_ADMIN_URL: upstream.url,
      PORTAL_ADMINS: 'a',
      ...settings,
    });
    const headers = { Cookie: 'ory_kratos_session=a' };
    for (const path of ['/schemas', '/login', '/admin/identities'])
      fetch(portal.url + path, { headers }).catch(() => undefined);
    await hung.promise;
    return portal;
  };

  test('after the grace period for running requests, even if the provider hangs', async () => {
    const portal = await hang({ DRAIN_DELAY_MS: '0', PROVIDER_TIMEOUT_MS: '0' });
    await signalled(portal);
    expect(await portal.ended()).toBe(0);
    expect(portal.log()).toContain('"requests":3');
  });

  test('at once on a second signal', async () => {
    const portal = await hang({ DRAIN_DELAY_MS: '600000' });
    await signalled(portal);
    const repeat = setInterval(() => process.kill(portal.pid, 'SIGINT'), 200);
    expect(await portal.ended().finally(() => clearInterval(repeat))).toBe(130);
  });
});
