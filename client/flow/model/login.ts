import type { LoginFlow } from '@ory/client';
import { fieldsOf, textIn } from '../../../shared/fields.ts';
import { lastingIn, saysLink } from '../../../shared/flow/lasting.ts';
import { startQuery } from '../../../shared/flow/startQuery.ts';
import { withQuery } from '../../../shared/flow/pagePath.ts';
import type { Flow } from '../../../shared/page.ts';

/** The catalogue key of a title, and what it names. */
interface Title {
  id: string;
  values?: Record<string, string>;
}

/**
 * Returns the login card's title. If an application asks for a second factor, Kratos sets `refresh` as well: the title then
 * names the second factor, which covers both.
 */
export function loginTitle(flow: LoginFlow): Title {
  const { refresh, requested_aal } = flow;
  if (refresh && !(requested_aal === 'aal2' && flow.oauth2_login_challenge))
    return { id: 'login.title.refresh' };
  if (requested_aal === 'aal2') return { id: 'login.title.aal2' };
  const provider = textIn(fieldsOf(lastingIn(flow).find(saysLink)?.context).provider);
  return provider ? { id: 'login.title.link', values: { provider } } : { id: 'login.title' };
}

/** Returns the URL at which a sign-in starts again without the remembered account. */
export function forgetUrl({ request_url }: Flow): string {
  const query = startQuery(request_url);
  query.set('forget', 'true');
  return withQuery('/login', query);
}
