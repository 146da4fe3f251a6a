import type { Request, Response } from 'express';
import type { PortalError } from '../http/PortalError.ts';
import { note } from '../http/requestRecord.ts';
import { splitTarget } from '../http/requestHead.ts';
import { createTransport } from '../upstreams/transport.ts';

/** Deadline for the OAuth2 server to say whether an origin may read an answer, in milliseconds. */
const corsDeadlineMs = 2000;

const tooManyRequests = 429;
const unsupportedMediaType = 415;

/** Returns a refusal as an OAuth2 error (RFC 6749, section 5.2): an unreadable form is a 400. */
const oauth2Error = ({ status, reason }: PortalError) => ({
  status: status === unsupportedMediaType ? 400 : status,
  body: {
    error: status === tooManyRequests ? 'temporarily_unavailable' : 'invalid_request',
    error_description: reason,
  },
});

/**
 * Answers OAuth2 clients like the OAuth2 server: with the error's code (RFC 6749, section 5.2) and, for an
 * application in a browser, the headers that let it read the answer. Only the OAuth2 server knows the applications'
 * origins, so the portal asks it with a preflight, which is cheap.
 *
 * @param url the OAuth2 server's public URL
 */
export function clientRefusal(url: string) {
  const server = createTransport({ url, timeoutMs: corsDeadlineMs, deadlineMs: corsDeadlineMs });

  const corsHeaders = async ({ headers: { origin }, url: target }: Request): Promise<[string, string][]> => {
    if (origin === undefined) return [];
    const { path } = splitTarget(target);
    const headers = { origin, 'access-control-request-method': 'POST' };
    const answer = await server
      .send({ url: path, options: { method: 'OPTIONS', headers } })
      .catch(() => undefined);
    return Object.entries(answer?.headers ?? {}).flatMap(([name, value]) =>
      name === 'vary' || /^access-control-(?:allow-origin|allow-credentials|expose-headers)$/.test(name)
        ? [[name, String(value)] satisfies [string, string]]
        : [],
    );
  };

  return {
    send: async (error: PortalError, request: Request, response: Response): Promise<void> => {
      note(request, { problem: error });
      for (const [name, value] of await corsHeaders(request)) response.setHeader(name, value);
      if (response.headersSent || response.destroyed) return;
      const { status, body } = oauth2Error(error);
      response.status(status).set(error.headers).json(body);
    },
    close: () => server.close(),
  };
}
