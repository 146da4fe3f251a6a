import type { AnswerHead } from './forward/exchange.ts';
import type { WholeAnswer } from './forward/wholeAnswer.ts';

/** Whether an answer redirects a browser. */
export const isRedirect = ({ statusCode }: Pick<AnswerHead, 'statusCode'>): boolean =>
  statusCode === 302 || statusCode === 303;

/** Returns where an answer redirects a browser; undefined if it does not. */
export function redirectTarget(answer: AnswerHead, portalUrl: string): URL | undefined {
  const { location = '' } = answer.headers;
  return isRedirect(answer) && location !== '' ? (URL.parse(location, portalUrl) ?? undefined) : undefined;
}

/** Returns a redirect in place of an answer; with 307, the browser sends its form again. */
export function redirected(answer: WholeAnswer, statusCode: 303 | 307, location: string): WholeAnswer {
  const others = answer.rawHeaders.flatMap((name, at, all) =>
    at % 2 === 0 && name.toLowerCase() !== 'location' ? [name, all[at + 1] ?? ''] : [],
  );
  return {
    statusCode,
    headers: { ...answer.headers, location },
    rawHeaders: [...others, 'Location', location],
    body: Buffer.alloc(0),
  };
}

/** Returns the answer that makes a script lead its browser to a URL. */
export const leadingScript = (answer: WholeAnswer, url: string): WholeAnswer => ({
  ...answer,
  statusCode: 422,
  body: Buffer.from(JSON.stringify({ redirect_browser_to: url })),
});
