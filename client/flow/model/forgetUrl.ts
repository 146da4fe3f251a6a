import { startQuery } from '../../../shared/flow/startQuery.ts';
import { withQuery } from '../../../shared/withQuery.ts';
import type { Flow } from '../../../shared/page.ts';

/** Where a sign-in begins again without what the browser remembers of the last one. */
export function forgetUrl({ request_url }: Flow): string {
  const query = startQuery(request_url);
  query.set('forget', 'true');
  return withQuery('/login', query);
}
