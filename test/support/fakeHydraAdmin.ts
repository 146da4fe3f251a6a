import { closeHarness, fakeUpstream } from './gatewayHarness.ts';

/** A stand-in for Hydra's admin API that knows every login challenge, and whom Kratos has accepted for one. */
export interface FakeHydraAdmin {
  url: string;
  /** The subjects that were accepted, in order. */
  accepted: string[];
  stop: () => void;
}

/** Starts it on a free port. */
export async function startFakeHydraAdmin(): Promise<FakeHydraAdmin> {
  const accepted: string[] = [];
  const { url, received } = await fakeUpstream((request, response) => {
    const { method, body = '' } = received.at(-1) ?? {};
    if (method === 'PUT') accepted.push((JSON.parse(body) as { subject: string }).subject);
    const answer = {
      challenge: new URL(request.url ?? '', 'http://hydra.test').searchParams.get('login_challenge'),
      client: { client_id: 'ward', client_name: 'Ward Round' },
      request_url: 'http://hydra.test/oauth2/auth?client_id=ward',
      requested_scope: [],
      skip: false,
      subject: '',
      redirect_to: 'http://hydra.test/oauth2/auth?login_verifier=v',
    };
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
  });
  return { url, accepted, stop: closeHarness };
}
