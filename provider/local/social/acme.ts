import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { escapeHtml } from '../../../shared/mail/escapeHtml.ts';
import { plainPage, plainPagePolicy } from '../plainPage.ts';
import { startSocial, type Social } from './startSocial.ts';

/** Returns the sign-in page. @param last the address that signed in last in the browser */
const pageFor = (last = 'user@acme.example'): string =>
  plainPage(
    'Acme',
    `<p>A social provider for trying out linked accounts. It accepts any address, without a password.</p>
<form method="post"><label>E-mail address <input type="email" name="email" required autofocus value="${escapeHtml(last)}"></label>
<button>Sign in</button></form>`,
  );

/** Shows the sign-in page; finishes with the address that it posts. */
async function askForAddress(
  request: IncomingMessage,
  response: ServerResponse,
  finish: (email: string) => void,
  last: string | undefined,
): Promise<void> {
  const email = request.method === 'POST' && new URLSearchParams(await text(request)).get('email');
  if (email) {
    finish(email);
    return;
  }
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    // the post redirects to the portal, and from there to any application
    'content-security-policy': plainPagePolicy('*'),
    'cache-control': 'no-store',
  });
  response.end(pageFor(last));
}

/**
 * Starts Acme, a social provider on loopback that accepts any address without a password. Kratos treats its addresses
 * as verified, because v1.3.1 would otherwise ask for a verification that names no address.
 */
export const startAcme = (portalUrl: string, port: number): Promise<Social> =>
  startSocial({
    portalUrl,
    port,
    services: [{ id: 'acme', label: 'Acme', verifies: true }],
    signIn: (...visit) => void askForAddress(...visit),
  });
