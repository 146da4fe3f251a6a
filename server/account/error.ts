import { fieldsOf, textIn, type Fields } from '../../shared/fields.ts';
import { errorCause } from '../../shared/flow/errorCause.ts';
import { flowErrorNotFound } from '../http/errors.ts';
import { isOauth2Error, oauth2Error } from './oauth2Error.ts';
import type { Loader } from '../pages/page.ts';
import { pageUrl } from '../pages/pageUrl.ts';
import { requireAnswer } from '../pages/requireAnswer.ts';

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

/** The pages that mailed links are for. */
const linked = new Set(['recovery', 'verification']);

/** An id of no flow: the page that is asked for it starts a new one, and says that the old one is over. */
const noFlow = 'none';

/**
 * `GET /error?id=…`: an error that Kratos keeps for a browser that it has sent here; `GET /error?error=…`: one of an
 * application's request, from Hydra.
 */
export const error: Loader = async ({ query, kratos, referrer, cookie }) => {
  const backUrl = referrer ?? '/';
  const id = query.get('id') ?? '';
  if (id === '' && isOauth2Error(query)) {
    const shown = oauth2Error(query);
    return { status: shown.code, page: { name: 'error', props: { error: shown, backUrl } } };
  }
  const answer = await kratos.answer((frontend) => frontend.getFlowError({ id }));
  const { status, body } = requireAnswer(answer);
  if (status !== 200) throw flowErrorNotFound();

  const details = withoutInside(fieldsOf(fieldsOf(body).error));
  const reason = textIn(details.reason) ?? textIn(details.message);
  const link = query.get('link');
  if (link !== null && linked.has(link) && errorCause(reason) === 'start_again')
    return { redirect: pageUrl(`/${link}`, { flow: noFlow }) };
  // a request that has expired or was answered already is a 500 to Kratos
  const isOver = errorCause(reason) === 'login_challenge';
  const code = isOver ? 400 : errorStatus(details.code);
  const blocked = details.id === 'security_csrf_violation' && cookie === undefined;
  const shown = {
    code,
    ...(isOver && { title: 'error.title.oauth2', cause: 'login_challenge' }),
    ...(reason && { reason }),
    ...(blocked && { cause: 'cookies_needed' }),
    details,
  };
  return { status: code, page: { name: 'error', props: { error: shown, backUrl } } };
};
