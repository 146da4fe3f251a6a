import type { Request } from 'express';
import { ownPath, pageUrl, submittedFlow } from './paths.ts';

/**
 * Returns the page whose form a request has posted: that of the submitted flow, with the flow, or another one that has its
 * form, such as the start page.
 */
export function formPage(request: Request, portalUrl: string): string {
  const { pathname = '', searchParams } = URL.parse(portalUrl + request.originalUrl) ?? {};
  const kind = submittedFlow(pathname);
  if (kind === undefined) return '/';
  const from = ownPath(request.get('referer') ?? '', portalUrl);
  if (from !== undefined && URL.parse(from, portalUrl)?.pathname !== `/${kind}`) return from;
  return pageUrl(`/${kind}`, { flow: searchParams?.get('flow') ?? undefined });
}
