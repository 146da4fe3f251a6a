import type { AnswerHead } from './forward/exchange.ts';

/** Whether an answer redirects a browser. */
export const isRedirect = ({ statusCode }: Pick<AnswerHead, 'statusCode'>): boolean =>
  statusCode === 302 || statusCode === 303;

/** Returns where an answer redirects a browser; undefined if it does not. */
export function redirectTarget(answer: AnswerHead, portalUrl: string): URL | undefined {
  const { location = '' } = answer.headers;
  return isRedirect(answer) && location !== '' ? (URL.parse(location, portalUrl) ?? undefined) : undefined;
}
