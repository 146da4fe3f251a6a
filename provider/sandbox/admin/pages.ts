import type { Request, Response } from 'express';

const defaultSize = 250;
const largestSize = 1000;

/** Creates a page token as long as a real one, because the portal refuses shorter ones. */
const tokenOf = (position: number): string =>
  Buffer.from(`position ${String(position).padStart(24, '0')}`).toString('base64url');

function positionIn(token: unknown): number {
  if (typeof token !== 'string') return 0;
  return Number(/\d+$/.exec(Buffer.from(token, 'base64url').toString())?.[0] ?? 0);
}

/** Answers one page of a list, with the first and next page in the Link header (RFC 8288). */
export function sendPage(request: Request, response: Response, items: unknown[]): void {
  const { page_size, page_token } = request.query;
  const size = Math.min(Number(page_size) || defaultSize, largestSize);
  const position = positionIn(page_token);
  const link = (rel: string, at: number): string => {
    const url = new URL(request.originalUrl, 'http://sandbox');
    url.searchParams.set('page_size', String(size));
    url.searchParams.set('page_token', tokenOf(at));
    return `<${url.pathname}${url.search}>; rel="${rel}"`;
  };
  const next = position + size;
  response.set('Link', [link('first', 0), ...(next < items.length ? [link('next', next)] : [])].join(','));
  response.json(items.slice(position, next));
}
