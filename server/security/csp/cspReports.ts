import express, { Router, type RequestHandler } from 'express';
import { unsupportedMediaType } from '../../http/errors.ts';
import { clientNetwork } from '../../http/clientAddress.ts';
import { violationsIn } from './cspViolations.ts';
import { inMemory } from '../limits/stores.ts';

/** The path to which browsers report violations of the content security policy. */
export const cspReportPath = '/reports/csp';

const minuteMs = 60_000;
const linesPerAddress = 20;
const linesOverall = 60;
const reportTypes = ['application/csp-report', 'application/reports+json'];
const sizeLimit = '32kb';

/**
 * Accepts the browsers' CSP violation reports and logs one line for each, without queries, fragments and samples,
 * which may contain flow ids and codes. Browsers send no cookie and no CSRF token with them, so neither is required.
 *
 * Anybody can post a report, so lines are limited per address and in total. Reports over a limit, or not about a page
 * of the portal, get the same answer and are dropped.
 *
 * @see https://www.w3.org/TR/CSP3/#reporting CSP Level 3, section 5
 */
export function cspReports({
  portalUrl,
  log,
}: {
  portalUrl: string;
  log: { warn: (fields: object, message: string) => void };
}): Router {
  const ofAddress = inMemory('reports of an address', minuteMs);
  const overall = inMemory('reports', minuteMs);
  const limitLines: RequestHandler = async ({ ip }, response, next) => {
    const drop = (): void => void response.status(204).end();
    if ((await ofAddress.count(clientNetwork(ip), 1)).hits > linesPerAddress) {
      drop();
      return;
    }
    const { hits } = await overall.count('all', 1);
    if (hits === linesOverall + 1) log.warn({}, 'further policy violations in this minute are not logged');
    if (hits > linesOverall) drop();
    else next();
  };
  const logReport: RequestHandler = (request, response) => {
    if (!request.is(reportTypes)) throw unsupportedMediaType('This is not a report of a policy violation.');
    const violations = violationsIn(request.body, portalUrl);
    if (violations.length > 0) log.warn({ violations }, 'content security policy violated');
    response.status(204).end();
  };
  const parse = express.json({ type: reportTypes, limit: sizeLimit, inflate: false });
  return Router().post(cspReportPath, limitLines, parse, logReport);
}
