/**
 * The upstream: answers `/sessions/whoami` and `/schemas` with 1 KB and 1 MB from memory, and every other call with a
 * sign-in flow (a password, a code, one social provider), each time with another CSRF token and other times, as each
 * visitor's flow has.
 */
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { inputAttributes } from '../../shared/flow/inputAttributes.ts';
import { recordedFlow } from '../../test/support/flows/recordedFlow.ts';

const lifespan = 30 * 60_000;
const shown = new Set(['default', 'code', 'password']);
const answerOf = (bytes: number): Buffer => Buffer.from(`"${'x'.repeat(bytes - 2)}"`);
const answers = new Map([
  ['/sessions/whoami', answerOf(1024)],
  ['/schemas', answerOf(1024 * 1024)],
]);

const flow = recordedFlow('login');
const nodes = flow.ui.nodes.filter(
  (node) => shown.has(node.group) || inputAttributes(node)?.value === 'acme',
);
const text = JSON.stringify({ ...flow, ui: { ...flow.ui, nodes } });

/** Returns the flow as Kratos has just created it. */
function newFlow(url: string): string {
  const now = Date.now();
  return text
    .replaceAll(flow.id, new URLSearchParams(url.split('?')[1]).get('id') ?? flow.id)
    .replace('csrf-of-login', randomBytes(64).toString('base64'))
    .replace(flow.issued_at, new Date(now).toISOString())
    .replace(flow.expires_at, new Date(now + lifespan).toISOString());
}

createServer(({ url = '' }, response) => {
  const body = answers.get(url) ?? newFlow(url);
  response
    .writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) })
    .end(body);
}).listen(Number(process.env.PORT), '127.0.0.1');
