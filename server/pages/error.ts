import type { FlowError } from '@ory/client';
import { PortalError } from '../errors.ts';
import type { Loader } from './page.ts';

interface ProviderError {
  code?: number;
  reason?: string;
  message?: string;
}

/** What is of use to nobody outside: a debug text and a stack trace, which a provider in development adds. */
const inside = new Set(['debug', 'stack_trace']);

const withoutInside = (error: object): object =>
  Object.fromEntries(Object.entries(error).filter(([name]) => !inside.has(name)));

/** `GET /error?id=…`: an error that the provider keeps for a browser that it has sent here. */
export const error: Loader = async ({ query, kratos, referrer }) => {
  const id = query.get('id') ?? '';
  const { status, body } = await kratos.answer((frontend) => frontend.getFlowError({ id }));
  if (status === 0)
    throw new PortalError(502, 'upstream_unreachable', 'The identity service cannot be reached.');
  if (status >= 500) throw new PortalError(502, 'upstream_failed', 'The identity service failed to answer.');
  if (status !== 200)
    throw new PortalError(404, 'error_not_found', 'There is no error with this id, or no longer.');

  const details = withoutInside((body as FlowError).error ?? {});
  const { code = 500, reason, message } = details as ProviderError;
  const shown = { code, reason: reason ?? message, details };
  return {
    status: code >= 400 && code < 600 ? code : 500,
    page: { name: 'error', props: { error: shown, backUrl: referrer ?? '/' } },
  };
};
