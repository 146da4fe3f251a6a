import type { IncomingMessage } from 'node:http';
import { normalizeTyped } from '../../../shared/flow/typedText.ts';
import { bodyTooLarge } from '../../http/errors.ts';
import type { Operation } from '../../operations/catalogue.ts';
import { maxTargetLength } from '../../security/request/pathHygiene.ts';
import type { NewBody } from '../steps.ts';
import { parseSubmission, type Pair, type Submission } from '../../security/submission/submission.ts';

/** The largest form that is read before it is forwarded, in bytes; real ones have a few thousand. */
const maxFormBytes = 256 * 1024;

/** Whether the portal reads the body of a call, rather than only forward it. */
const isRead = ({
  method,
  submits,
  clientLimit,
  registersClient,
  formAsQuery,
  readsBody,
  actsOn,
  parameters,
}: Operation): boolean =>
  method !== 'GET' &&
  (submits !== undefined ||
    clientLimit !== undefined ||
    registersClient === true ||
    formAsQuery === true ||
    readsBody === true ||
    actsOn === 'list' ||
    actsOn?.startsWith('body.') === true ||
    parameters.some((one) => one.in === 'form' && one.required));

/**
 * Reads the body of a call, if the portal has to: to check, count or change it, and leaves it for the upstream. In a flow's
 * form that a browser without scripts has posted, codes and addresses are normalised first, as scripts do.
 *
 * @returns undefined for a body that the portal only forwards
 * @throws PortalError 413 for a form over 256 KiB, or with more fields or levels than a real one; 400 for malformed JSON
 */
export async function readSubmission(
  operation: Operation,
  request: IncomingMessage,
): Promise<Submission | undefined> {
  if (!isRead(operation)) return undefined;
  const body = await receive(request, operation.formAsQuery ? maxTargetLength : maxFormBytes);
  const submission = parseSubmission(body, request.headers['content-type']);
  if (!operation.submits || !submission.isForm) return submission;
  const pairs = submission.pairs.map(normalizedPair);
  if (pairs.some(([, value], at) => value !== submission.pairs[at]?.[1]))
    replaceBody(request, { text: formOf(pairs) });
  return { ...submission, pairs };
}

/** Far longer than any code or address, and short enough to be read at once. */
const maxTypedLength = 1000;

/** Normalises the code or address in a field. */
const normalizedPair = ([name, value]: Pair): Pair => [
  name,
  value.length > maxTypedLength ? value : normalizeTyped(name, value),
];

/** Returns pairs as a form (URL standard). */
export const formOf = (pairs: readonly Pair[]): string => new URLSearchParams([...pairs]).toString();

/** Replaces the body of a call that was read, for the upstream. */
export function replaceBody(request: IncomingMessage, { text, type }: NewBody): void {
  const { headers } = request;
  const body = Buffer.from(text);
  request.read();
  request.unshift(body);
  if (type !== undefined) headers['content-type'] = type;
  if (headers['content-length'] !== undefined) headers['content-length'] = String(body.length);
}

/**
 * Reads a whole body and puts it back, so that the upstream gets exactly the same bytes.
 *
 * @returns the body, or the part received before the browser disconnected
 */
async function receive(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const { 'content-length': declared = 0 } = request.headers;
  if (Number(declared) > maxBytes) throw bodyTooLarge(maxBytes);
  const body = await new Promise<Buffer>((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const end = (): void => {
      request.off('readable', read).off('close', end).off('error', end);
      const received = Buffer.concat(chunks);
      // before `end` is emitted, which waits until everything has been read
      if (request.complete && length > 0) request.unshift(received);
      resolve(received);
    };
    const read = (): void => {
      for (let chunk; (chunk = request.read() as Buffer | null) !== null; length += chunk.length)
        chunks.push(chunk);
      if (length > maxBytes || request.complete) end();
    };
    request.on('readable', read).on('close', end).on('error', end);
    read();
  });
  if (body.length > maxBytes) throw bodyTooLarge(maxBytes);
  return body;
}
