import http, { type Agent, type ClientRequest, type IncomingMessage } from 'node:http';
import https from 'node:https';
import { decodeBody } from '../../http/decodeBody.ts';
import { isAnswerStatus, type StartCall } from '../../http/upstreamCall.ts';
import { upstreamInvalid } from '../../http/upstreamErrors.ts';
import type { CallTrace } from '../../http/requestTrace.ts';
import { causeCode, upstreamFailure, UpstreamTimeout } from '../../provider/upstreamFailure.ts';
import { notHttp, refuseUpgrade } from './notHttp.ts';

/** An upstream's answer that has been read to the end, with its body decoded, before any of it is forwarded. */
export interface HeldAnswer extends Pick<IncomingMessage, 'headers' | 'rawHeaders'> {
  statusCode: number;
  body: Buffer;
  /** Whether it has the hash that the URL names; undefined if the URL names none. */
  isNamed?: boolean;
}

/** The largest answer to read, in bytes: larger than any answer to a flow's form. */
const maxAnswerBytes = 1024 * 1024;

/** Headers that describe the encoded body, and no longer apply once it is decoded. */
const ofTransfer = new Set(['content-encoding', 'content-length']);

function withoutTransfer(rawHeaders: readonly string[]): string[] {
  const kept: string[] = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = rawHeaders.slice(at, at + 2);
    if (!ofTransfer.has(name.toLowerCase())) kept.push(name, value);
  }
  return kept;
}

async function readAnswer(answer: IncomingMessage): Promise<HeldAnswer> {
  const { statusCode = 0, headers, rawHeaders } = answer;
  if (!isAnswerStatus(statusCode)) {
    answer.destroy();
    throw notHttp('invalid status');
  }
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > maxAnswerBytes) throw upstreamInvalid(new Error('answer too large'));
    chunks.push(chunk);
  }
  const body = await decodeBody(Buffer.concat(chunks), headers['content-encoding'], maxAnswerBytes);
  return { statusCode, headers, rawHeaders: withoutTransfer(rawHeaders), body };
}

/** A call whose answer is held. */
export interface HeldCall {
  method: string;
  /** The path behind the upstream's URL, with its query. */
  path: string;
  headers: http.OutgoingHttpHeaders;
  body: Buffer;
}

/** An upstream whose answers are held, and its time limit. */
export interface HeldCallOptions {
  /** The upstream's URL; its path, if any, is prepended to each call's own. */
  target: URL;
  agent: Agent;
  /** How long the upstream may stay silent, in milliseconds; 0 means no limit. */
  timeoutMs: number;
  /** Starts each request that is sent. */
  startCall: StartCall;
}

/**
 * Ends a call when its answer begins, or it fails. An answer that breaks off is an answer: the log says that it broke
 * off.
 */
function endWithRequest({ end }: CallTrace, request: ClientRequest): void {
  if (!end) return;
  request.once('response', ({ statusCode = 0 }) => end(statusCode));
  request.once('error', (cause) => end(upstreamFailure(cause).id));
}

function send(
  call: HeldCall,
  options: HeldCallOptions,
): { answer: Promise<HeldAnswer>; call: ClientRequest } {
  const { target, agent, timeoutMs, startCall } = options;
  const started = startCall(call);
  const request = (target.protocol === 'https:' ? https : http).request({
    agent,
    hostname: target.hostname.replace(/^\[|\]$/g, ''),
    port: target.port,
    method: call.method,
    path: target.pathname.replace(/\/$/, '') + call.path,
    headers: {
      ...call.headers,
      traceparent: started.traceparent,
      host: target.host,
      'accept-encoding': 'identity',
    },
  });
  endWithRequest(started, request);
  const answer = new Promise<HeldAnswer>((resolve, reject) => {
    request.once('response', (message) => readAnswer(message).then(resolve, reject));
    request.once('upgrade', refuseUpgrade);
    request.on('error', reject);
    if (timeoutMs > 0) {
      request.setTimeout(timeoutMs, () => {
        const timeout = new UpstreamTimeout(timeoutMs);
        reject(timeout);
        request.destroy(timeout);
      });
      // the call's own timer starts only once it is connected
      request.once('socket', (socket) => socket.connecting && socket.setTimeout(timeoutMs));
    }
  });
  request.end(call.body);
  return { answer, call: request };
}

/**
 * Makes a call and reads its whole answer. A browser that disconnects does not abort it: the portal must learn what a
 * form has proved even if nobody waits for the answer any more.
 *
 * @throws UpstreamTimeout, PortalError 502 for an answer that cannot be read, or what Node's client reports
 */
export async function holdAnswer(call: HeldCall, options: HeldCallOptions): Promise<HeldAnswer> {
  const first = send(call, options);
  try {
    return await first.answer;
  } catch (cause) {
    // the upstream may have just closed a keep-alive connection
    const mayRetry = call.method === 'GET' && first.call.reusedSocket && causeCode(cause) === 'ECONNRESET';
    if (!mayRetry) throw cause;
    return send(call, options).answer;
  }
}
