import http from 'node:http';
import { closeHarness, fakeUpstream } from './gatewayHarness.ts';

/** A page of another site: its host is `127.0.0.1`, the portal's is `localhost`. */
export interface OtherSite {
  url: string;
  /** Puts this HTML on its only page. */
  show: (html: string) => void;
  stop: () => void;
}

/** Starts another site on this machine. */
export async function startOtherSite(): Promise<OtherSite> {
  let shown = '';
  const { url } = await fakeUpstream((_request, response) =>
    response.setHeader('Content-Type', 'text/html').end(`<!doctype html><title>Another site</title>${shown}`),
  );
  return { url: `${url}/`, show: (html) => (shown = html), stop: closeHarness };
}

const site = { 'Sec-Fetch-Site': 'cross-site' };

/** The headers that browsers add to a request from a page of another site, by what causes the request. */
export const fromOtherSite = {
  link: { ...site, 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document', Accept: 'text/html' },
  frame: { ...site, 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'iframe', Accept: 'text/html' },
  image: { ...site, 'Sec-Fetch-Mode': 'no-cors', 'Sec-Fetch-Dest': 'image' },
  script: { ...site, 'Sec-Fetch-Mode': 'no-cors', 'Sec-Fetch-Dest': 'script' },
  fetch: { ...site, 'Sec-Fetch-Mode': 'no-cors', 'Sec-Fetch-Dest': 'empty' },
  corsFetch: {
    ...site,
    'Sec-Fetch-Mode': 'cors',
    'Sec-Fetch-Dest': 'empty',
    Origin: 'https://elsewhere.example',
  },
  form: {
    ...site,
    'Sec-Fetch-Mode': 'navigate',
    'Sec-Fetch-Dest': 'document',
    Origin: 'https://elsewhere.example',
  },
  olderForm: { Origin: 'https://elsewhere.example' },
  siblingImage: { ...site, 'Sec-Fetch-Site': 'same-site', 'Sec-Fetch-Mode': 'no-cors' },
} satisfies Record<string, Record<string, string>>;

/** The answer to a request that a page of another site has caused. */
export interface CausedAnswer {
  status: number;
  headers: http.IncomingHttpHeaders;
  text: string;
}

/**
 * Sends a request as a browser does when a page of another site causes it. Node's own `fetch` cannot do so: it always sends
 * `Sec-Fetch-Mode: cors`.
 *
 * @param url the whole address
 * @param headers see `fromOtherSite`, and the client's address
 * @param body a form, which makes it a post
 */
export const caused = (
  url: string,
  headers: Record<string, string>,
  body?: Record<string, string>,
): Promise<CausedAnswer> =>
  new Promise((resolve, reject) => {
    const form = body && new URLSearchParams(body).toString();
    const type = body && { 'Content-Type': 'application/x-www-form-urlencoded' };
    http
      .request(url, { method: body ? 'POST' : 'GET', headers: { ...type, ...headers } }, (answer) => {
        let text = '';
        answer
          .setEncoding('utf8')
          .on('data', (chunk: string) => (text += chunk))
          .on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
      })
      .on('error', reject)
      .end(form);
  });
