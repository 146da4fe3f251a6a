import { isMailbox } from './trust.ts';

/** A method of a session, as Kratos names it. */
interface SessionMethod {
  method?: string | undefined;
  aal?: string | null | undefined;
}

/** Returns the credentials among a session's methods: neither mailed codes or links, nor second factors. */
export const credentialsAmong = (methods: readonly SessionMethod[] | null | undefined): string[] =>
  (methods ?? []).flatMap(({ method, aal }) =>
    method === undefined || isMailbox(method) || aal === 'aal2' ? [] : method,
  );
