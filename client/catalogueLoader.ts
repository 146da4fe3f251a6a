import type { Messages } from './portalIntl.ts';

/**
 * Makes a function that fetches a catalogue once, however often and early it is called. A failed fetch is tried again by
 * the next call; its promise is fulfilled all the same, because a page without these texts still works.
 *
 * @param url where the compiled catalogue is
 * @param use is given the texts before the returned promise is fulfilled
 */
export function catalogueLoader(url: string, use: (messages: Messages) => void): () => Promise<void> {
  let loading: Promise<void> | undefined;
  const fetchTexts = async (): Promise<void> => {
    try {
      const response = await fetch(url);
      if (!response.ok) throw new Error(`${url} answered ${response.status}`);
      use((await response.json()) as Messages);
    } catch {
      loading = undefined;
    }
  };
  return () => (loading ??= fetchTexts());
}
