import express, { Router, type RequestHandler } from 'express';
import { rateLimit, type RateLimitInfo } from 'express-rate-limit';
import { z } from 'zod';
import { unsupportedMediaType } from '../http/errors.ts';
import { clientNetwork } from '../http/clientAddress.ts';
import { boundedStore } from './limits/boundedStore.ts';

/** Where browsers report violations of the content security policy. */
export const cspReportPath = '/reports/csp';

const minuteMs = 60_000;
const linesPerAddress = 20;
const linesOverall = 60;
const violationsPerLine = 5;
const reportTypes = ['application/csp-report', 'application/reports+json'];
const sizeLimit = '32kb';
/** The longest text of a report that is logged, in characters. */
const longestText = 100;

const text = z.string().catch('');
const line = z.number().int().nonnegative().optional().catch(undefined);

/** A violation in the Reporting API's format (CSP Level 3, section 5.3). */
const apiReport = z
  .object({
    type: z.literal('csp-violation'),
    body: z.object({
      documentURL: text,
      effectiveDirective: text,
      blockedURL: text,
      sourceFile: text,
      lineNumber: line,
    }),
  })
  .transform(({ body }) => body);

/** A violation in the format of `report-uri` (CSP Level 3, section 5.2). */
const uriReport = z
  .object({
    'csp-report': z.object({
      'document-uri': text,
      'effective-directive': text,
      'blocked-uri': text,
      'source-file': text,
      'line-number': line,
    }),
  })
  .transform(({ 'csp-report': report }) => ({
    documentURL: report['document-uri'],
    effectiveDirective: report['effective-directive'],
    blockedURL: report['blocked-uri'],
    sourceFile: report['source-file'],
    lineNumber: report['line-number'],
  }));

const anyReport = z.union([apiReport, uriReport]);
type Report = z.output<typeof anyReport>;

const shortened = (value: string): string => value.slice(0, longestText);

/** Strips a URL of anything that could be secret: leaves a path of the portal, an origin, or just a scheme. */
function place(url: string, portalUrl: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { protocol, origin, pathname } = new URL(url);
  if (origin === portalUrl) return shortened(pathname);
  return shortened(/^(https?|wss?):$/.test(protocol) ? origin : protocol.slice(0, -1));
}

/** The log fields for a report; undefined if it is not about a page of the portal. */
function violation(report: Report, portalUrl: string): object | undefined {
  const { documentURL, effectiveDirective, blockedURL, sourceFile, lineNumber } = report;
  const page = place(documentURL, portalUrl);
  if (!page?.startsWith('/') || !/^[a-z-]{1,40}$/.test(effectiveDirective)) return undefined;
  const keyword = /^[a-z-]{1,40}$/.test(blockedURL) ? blockedURL : 'other';
  const source = place(sourceFile, portalUrl);
  return {
    directive: effectiveDirective,
    blocked: place(blockedURL, portalUrl) ?? keyword,
    page,
    source: source?.startsWith('/') && lineNumber !== undefined ? `${source}:${lineNumber}` : source,
  };
}

function violations(body: unknown, portalUrl: string): object[] {
  return (Array.isArray(body) ? body : [body])
    .flatMap((one) => anyReport.safeParse(one).data ?? [])
    .flatMap((report) => violation(report, portalUrl) ?? [])
    .slice(0, violationsPerLine);
}

interface ReportOptions {
  portalUrl: string;
  /** The log for the lines; a pino logger fits. */
  log: { warn: (fields: object, message: string) => void };
}

/**
 * Accepts the browsers' CSP violation reports and logs one line for each, without queries, fragments and samples, which
 * may hold flow ids and codes. Browsers send no cookie and no CSRF token with them, so neither is required.
 *
 * Anybody can post a report, so lines are limited per address and in total. Reports over a limit, or not about a page
 * of the portal, get the same answer and are dropped.
 *
 * @param options.portalUrl the portal's own origin
 * @see https://www.w3.org/TR/CSP3/#reporting CSP Level 3, section 5
 */
export function cspReports({ portalUrl, log }: ReportOptions): Router {
  const common = {
    windowMs: minuteMs,
    standardHeaders: false,
    legacyHeaders: false,
  } as const;
  const perAddress = rateLimit({
    ...common,
    limit: linesPerAddress,
    store: boundedStore(minuteMs),
    keyGenerator: ({ ip }) => clientNetwork(ip),
    // the key already groups IPv6 addresses by network, which this check asks for
    validate: { keyGeneratorIpFallback: false },
    handler: (_request, response) => void response.status(204).end(),
  });
  const overall = rateLimit({
    ...common,
    limit: linesOverall,
    keyGenerator: () => 'all',
    handler: (request, response) => {
      const { used } = (request as unknown as { rateLimit: RateLimitInfo }).rateLimit;
      if (used === linesOverall + 1) log.warn({}, 'further policy violations of this minute are not logged');
      response.status(204).end();
    },
  });
  const take: RequestHandler = (request, response) => {
    if (!request.is(reportTypes)) throw unsupportedMediaType('This is no report of a policy violation.');
    const found = violations(request.body, portalUrl);
    if (found.length > 0) log.warn({ violations: found }, 'content security policy violated');
    response.status(204).end();
  };
  const parse = express.json({ type: reportTypes, limit: sizeLimit, inflate: false });
  return Router().post(cspReportPath, perAddress, overall, parse, take);
}
