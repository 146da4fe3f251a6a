import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** A stand-in for Hydra's admin API that knows every login challenge, and whom Kratos has accepted for one. */
export interface FakeHydraAdmin {
  url: string;
  /** The subjects that were accepted, in order. */
  accepted: string[];
  stop: () => Promise<void>;
}

/** Starts it on a free port. */
export async function startFakeHydraAdmin(): Promise<FakeHydraAdmin> {
  const accepted: string[] = [];
  const server = http.createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const url = new URL(request.url ?? '', 'http://hydra.test');
      if (request.method === 'PUT') accepted.push((JSON.parse(body) as { subject: string }).subject);
      const challenge = url.searchParams.get('login_challenge');
      response.setHeader('content-type', 'application/json').end(
        JSON.stringify({
          challenge,
          client: { client_id: 'ward' },
          request_url: 'http://hydra.test/oauth2/auth?client_id=ward',
          requested_scope: [],
          skip: false,
          subject: '',
          redirect_to: 'http://hydra.test/oauth2/auth?login_verifier=v',
        }),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    accepted,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
