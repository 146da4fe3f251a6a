import { isMailbox } from '../upstreams/trust.ts';
import type { Question } from './question.ts';

type Methods = NonNullable<NonNullable<Question['session']>['authentication_methods']>;

/** Returns the credentials among a session's methods: neither mailed codes or links, nor second factors. */
export const credentialsAmong = (methods: Methods | null | undefined): string[] =>
  (methods ?? [])
    .filter(({ method, aal }) => !isMailbox(method) && aal !== 'aal2')
    .map(({ method }) => method);
