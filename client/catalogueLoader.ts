import type { Messages } from './portalIntl.ts';

/** Fetches compiled texts. @throws Error when that fails */
export async function fetchTexts(url: string): Promise<Messages> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return (await response.json()) as Messages;
}

/**
 * Creates a function that fetches a catalogue once, however often it is called. If the fetch fails, the promise still
 * resolves, because the page works without these texts; the next call tries again.
 *
 * @param url the URL of the compiled catalogue
 * @param use called with the texts; the returned promise waits for it
 */
export function catalogueLoader(
  url: string,
  use: (messages: Messages) => Promise<void>,
): () => Promise<void> {
  let loading: Promise<void> | undefined;
  const fetchAndUse = async (): Promise<void> => {
    try {
      await use(await fetchTexts(url));
    } catch {
      loading = undefined;
    }
  };
  return () => (loading ??= fetchAndUse());
}
