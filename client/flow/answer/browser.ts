/** What the flow renderer does to the browser window, in one place so that tests can mock it. */
export const browser = {
  /** Leaves this page for another. */
  goTo: (url: string): void => {
    location.assign(url);
  },

  /** The page's own URL. */
  url: (): string => location.href,

  /** Names the shown flow in the address bar, so that a reload finds it again; other parameters stay. */
  nameFlow: (id: string): void => {
    const url = new URL(location.href);
    if (url.searchParams.get('flow') === id) return;
    url.searchParams.set('flow', id);
    history.replaceState(history.state, '', url);
  },
};
