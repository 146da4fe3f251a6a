import type { ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { KeyPair } from './certificate.ts';
import { commonSuffixes } from './commonPasswords.ts';

/** Ends an answer. */
function end(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'content-type': 'text/plain', 'cache-control': 'no-store' }).end(body);
}

/**
 * Creates a range API like Have I Been Pwned's, for Kratos' `haveibeenpwned_host`: `GET /range/ABCDE` lists the
 * hashes of passwords whose SHA-1 begins with these five digits, so that it learns no password. It logs no request.
 *
 * @param breached looks up the suffixes of further passwords to refuse
 */
export function passwordService(keys: KeyPair, breached?: (prefix: string) => Promise<string[]>): Server {
  return createServer(keys, ({ method, url }, response) => {
    const [, prefix] = /^\/range\/([0-9A-Fa-f]{5})$/.exec(url ?? '') ?? [];
    if (method !== 'GET' || prefix === undefined) return end(response, 404, 'Not found\n');
    const digits = prefix.toUpperCase();
    const common = commonSuffixes(digits);
    const answer = (others: string[]): void =>
      end(response, 200, [...new Set([...common, ...others])].map((suffix) => `${suffix}:1\r\n`).join(''));
    if (breached) breached(digits).then(answer, () => answer([]));
    else answer([]);
  });
}
