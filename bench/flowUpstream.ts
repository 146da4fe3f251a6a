/**
 * The upstream of the pages' bench: answers every call with a sign-in flow (a password, a code, one social provider), each
 * time with another CSRF token and other times, as each visitor's flow has.
 */
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { inputAttributes } from '../shared/flow/inputAttributes.ts';
import { recordedFlow } from '../test/support/flows/recordedFlow.ts';

const lifespan = 30 * 60_000;
const shown = new Set(['default', 'code', 'password']);

const flow = recordedFlow('login');
const nodes = flow.ui.nodes.filter(
  (node) => shown.has(node.group) || inputAttributes(node)?.value === 'acme',
);
const text = JSON.stringify({ ...flow, ui: { ...flow.ui, nodes } });
const token = 'csrf-of-login';

createServer((request, response) => {
  const id = new URLSearchParams(request.url?.split('?')[1]).get('id') ?? flow.id;
  const now = Date.now();
  const body = text
    .replaceAll(flow.id, id)
    .replace(token, randomBytes(64).toString('base64'))
    .replace(flow.issued_at, new Date(now).toISOString())
    .replace(flow.expires_at, new Date(now + lifespan).toISOString());
  response
    .writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) })
    .end(body);
}).listen(Number(process.env.PORT), '127.0.0.1');
