/** The longest wait before a page moves on, in seconds: a longer one is for a user to read. */
const longestWait = 10;

/** The addresses that a page shows in frames. */
export const framesOf = (document: Document): URL[] =>
  Array.from(document.querySelectorAll<HTMLIFrameElement>('iframe[src]'), ({ src }) => new URL(src)).filter(
    ({ protocol }) => protocol === 'http:',
  );

/** Where a page moves on without the user, if it does: `<meta http-equiv="refresh">`. */
export function refreshOf(document: Document): URL | undefined {
  const refresh = document.querySelector('meta[http-equiv="refresh" i]')?.getAttribute('content') ?? '';
  const [, wait, url] = /^\s*(\d+)\s*[;,]\s*url\s*=\s*(.+?)\s*$/i.exec(refresh) ?? [];
  return url !== undefined && Number(wait) <= longestWait ? new URL(url, document.baseURI) : undefined;
}
