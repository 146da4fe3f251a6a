import { fieldsOf, textIn, type Fields } from '../../shared/fields.ts';
import { PortalError, unreachable } from '../errors.ts';
import type { Loader } from './page.ts';

/** What is of use to nobody outside: a debug text and a stack trace, which a provider in development adds. */
const inside = new Set(['debug', 'stack_trace']);

const withoutInside = (error: Fields): Fields =>
  Object.fromEntries(Object.entries(error).filter(([name]) => !inside.has(name)));

/** An error's code as a status of HTTP errors; 500 for whatever is none. */
function errorStatus(code: unknown): number {
  const status = typeof code === 'string' ? Number(code) : code;
  return typeof status === 'number' && Number.isInteger(status) && status >= 400 && status < 600
    ? status
    : 500;
}

/** `GET /error?id=…`: an error that the provider keeps for a browser that it has sent here. */
export const error: Loader = async ({ query, kratos, referrer }) => {
  const id = query.get('id') ?? '';
  const { status, body } = await kratos.answer((frontend) => frontend.getFlowError({ id }));
  if (status === 0) throw unreachable();
  if (status >= 500) throw new PortalError(502, 'upstream_failed', 'The identity service failed to answer.');
  if (status !== 200)
    throw new PortalError(404, 'error_not_found', 'There is no error with this id, or no longer.');

  const details = withoutInside(fieldsOf(fieldsOf(body).error));
  const code = errorStatus(details.code);
  const reason = textIn(details.reason) ?? textIn(details.message);
  const shown = { code, ...(reason && { reason }), details };
  return { status: code, page: { name: 'error', props: { error: shown, backUrl: referrer ?? '/' } } };
};
