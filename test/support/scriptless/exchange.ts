import http from 'node:http';

/** How long an answer may take, in milliseconds. */
const patience = 45_000;

/** One request of a browser. */
interface Sent {
  url: URL;
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: string;
}

/** Its answer. */
export interface Answer {
  status: number;
  headers: http.IncomingHttpHeaders;
  body: string;
}

/** Sends one request, and follows no redirect. @throws Error when there is no answer */
export function exchange({ url, method, headers, body }: Sent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(patience);
    const request = http.request(url, { method, headers, agent: false, signal }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('error', reject);
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }),
      );
    });
    request.on('error', reject).end(body);
  });
}
