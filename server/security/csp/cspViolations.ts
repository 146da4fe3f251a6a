import * as z from 'zod';

/** The maximum length of a report's logged texts, in characters. */
const maxTextLength = 100;

/** How many violations of one report are logged. */
const maxViolations = 5;

const text = z.string().catch('');
const lineNumber = z.number().int().nonnegative().optional().catch(undefined);

/** A violation in the Reporting API's format (CSP Level 3, section 5.3). */
const apiReport = z
  .object({
    type: z.literal('csp-violation'),
    body: z.object({
      documentURL: text,
      effectiveDirective: text,
      blockedURL: text,
      sourceFile: text,
      lineNumber: lineNumber,
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
      'line-number': lineNumber,
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

const truncate = (value: string): string => value.slice(0, maxTextLength);

/** Strips a URL of anything possibly secret: leaves a path of the portal, an origin, or just a scheme. */
function withoutSecrets(url: string, portalUrl: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { protocol, origin, pathname } = new URL(url);
  if (origin === portalUrl) return truncate(pathname);
  return truncate(/^(https?|wss?):$/.test(protocol) ? origin : protocol.slice(0, -1));
}

/** Returns the log fields for a report; undefined if it is not about a page of the portal. */
function logFields(report: Report, portalUrl: string): object | undefined {
  const { documentURL, effectiveDirective, blockedURL, sourceFile, lineNumber } = report;
  const page = withoutSecrets(documentURL, portalUrl);
  if (!page?.startsWith('/') || !/^[a-z-]{1,40}$/.test(effectiveDirective)) return undefined;
  const keyword = /^[a-z-]{1,40}$/.test(blockedURL) ? blockedURL : 'other';
  const source = withoutSecrets(sourceFile, portalUrl);
  return {
    directive: effectiveDirective,
    blocked: withoutSecrets(blockedURL, portalUrl) ?? keyword,
    page,
    source: source?.startsWith('/') && lineNumber !== undefined ? `${source}:${lineNumber}` : source,
  };
}

/**
 * Returns the log fields for each violation in the body of a report, in either format, without queries, fragments and
 * samples. Anything that is not a report about a page of the portal is left out.
 */
export function violationsIn(body: unknown, portalUrl: string): object[] {
  return (Array.isArray(body) ? body : [body])
    .flatMap((report) => anyReport.safeParse(report).data ?? [])
    .flatMap((report) => logFields(report, portalUrl) ?? [])
    .slice(0, maxViolations);
}
