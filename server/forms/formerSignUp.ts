import type { AnswerCookie } from '../gateway/forward/exchange.ts';
import { note } from '../http/requestRecord.ts';
import { isFromOwnPage } from '../security/request/isFromOwnPage.ts';
import { PortalError } from '../http/PortalError.ts';
import { unusedAccount } from '../upstreams/unusedAccount.ts';
import type { FormOptions, FormVisit } from './visit.ts';

/** A sign-up that another one of the same browser corrects. */
interface FormerSignUp {
  /** Deletes its account, unless anybody has used it. Without an answer of the provider the account stays. */
  giveUp: () => Promise<void>;
  /** Forgets it once its account is deleted. */
  forgotten: AnswerCookie;
}

/**
 * Returns the sign-up that a form corrects, whose account can be given up: its address was mistyped, and a social account that is
 * linked to it could not sign up again.
 *
 * @param correct the verification whose address is corrected, as the URL of the page with the form names it
 * @returns undefined unless this browser has made the account, and a page of the portal has sent the form
 */
export function formerSignUp(
  correct: string | null,
  { request }: FormVisit,
  { portalUrl, signUp, identities }: FormOptions,
): FormerSignUp | undefined {
  const { headers, ip } = request;
  const last = signUp.read(headers.cookie);
  if (!identities || last?.flow !== correct || !isFromOwnPage(headers, portalUrl)) return undefined;
  let isDeleted = false;
  return {
    giveUp: async () => {
      const id = await unusedAccount(identities, last);
      if (id === undefined) return;
      note(request, { gaveUp: { id, deleted: false }, address: ip });
      try {
        await identities.remove(id);
        isDeleted = true;
        note(request, { gaveUp: { id, deleted: true } });
      } catch (problem) {
        if (!(problem instanceof PortalError)) throw problem;
      }
    },
    forgotten: () => (isDeleted ? signUp.expired : undefined),
  };
}
