import { mailLimited } from '../../shared/flow/errorId.ts';
import type { Visit } from '../gateway/steps.ts';
import type { PortalError } from '../http/PortalError.ts';
import { note } from '../http/requestRecord.ts';
import { mailWait } from '../security/cookies/notices.ts';
import { isFromOwnPage } from '../security/request/isFromOwnPage.ts';
import { formPage } from '../urls/links.ts';
import { formIn, type FormOptions } from './visit.ts';
import { keepAddress } from './keepAddress.ts';

/**
 * Creates the function that leads a browser whose form would cause too much mail back to the form's page, which says until when,
 * with everything that was typed.
 *
 * @returns whether it has answered
 */
export const backToPage =
  (options: FormOptions) =>
  (given: Visit, error: PortalError): boolean => {
    const { portalUrl, typedFields } = options;
    const { request, response, isNavigation } = given;
    const form = formIn(given);
    if (error.id !== mailLimited || !isNavigation || !form) return false;
    if (!isFromOwnPage(request.headers, portalUrl)) return false;
    note(request, { problem: error });
    const kept = [
      mailWait.keep(error.waitSeconds, portalUrl),
      form.typed.length > 0 ? typedFields.keep(form.flow, form.typed) : undefined,
      keepAddress({ ...given, form }, options)?.({ statusCode: 400, headers: {} }),
    ];
    response.append(
      'Set-Cookie',
      kept.filter((line) => line !== undefined),
    );
    response.redirect(303, formPage(request, portalUrl));
    return true;
  };
