import { codeUsed, mailLimited, rateLimited } from '../../shared/flow/errorId.ts';
import type { Visit } from '../gateway/steps.ts';
import type { PortalError } from '../http/PortalError.ts';
import { note } from '../http/requestRecord.ts';
import { reachedLimit, usedCode } from '../security/cookies/notices.ts';
import { isFromOwnPage } from '../security/request/isFromOwnPage.ts';
import { formPage } from '../urls/links.ts';
import { formIn, type FormOptions, type SentForm } from './visit.ts';
import { keepAddress } from './keepAddress.ts';

/** Returns the cookies that make a form's page say which limit has refused it, and until when, with everything that was typed. */
const atLimit = (visit: Visit, form: SentForm, error: PortalError, options: FormOptions) => [
  reachedLimit.keep(error, options.portalUrl),
  form.typed.length > 0 ? options.typedFields.keep(form.flow, form.typed) : undefined,
  keepAddress({ ...visit, form }, options)?.({ statusCode: 400, headers: {} }),
];

/**
 * Creates the function that leads a browser back to the page of its form, which says why it was refused: a limit is reached, or
 * its authenticator app's code was used before. A page's script shows a limit itself.
 *
 * @returns whether it has answered
 */
export const backToPage =
  (options: FormOptions) =>
  (visit: Visit, error: PortalError): boolean => {
    const { portalUrl } = options;
    const { request, response, isNavigation } = visit;
    const { headers } = request;
    const form = formIn(visit);
    if (!form || !isFromOwnPage(headers, portalUrl)) return false;
    const isUsedCode = error.id === codeUsed && (isNavigation || headers.origin !== undefined);
    const isAtLimit = isNavigation && (error.id === mailLimited || error.id === rateLimited);
    if (!isUsedCode && !isAtLimit) return false;
    note(request, { problem: error });
    const kept = isUsedCode ? [usedCode.set(portalUrl)] : atLimit(visit, form, error, options);
    response.append(
      'Set-Cookie',
      kept.filter((line) => line !== undefined),
    );
    const page = formPage(request, portalUrl);
    if (isNavigation) response.redirect(303, page);
    else response.status(422).json({ redirect_browser_to: portalUrl + page });
    return true;
  };
