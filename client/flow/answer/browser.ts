/** The flow renderer's effects on the browser window, in one place so that tests can mock them. */
export const browser = {
  /** Navigates to another page. */
  goTo: (url: string): void => {
    location.assign(url);
  },

  /** The page's own URL. */
  url: (): string => location.href,

  /** Puts the shown flow's id into the address bar, so that a reload finds it again; other parameters stay. */
  nameFlow: (id: string): void => {
    const url = new URL(location.href);
    if (url.searchParams.get('flow') === id) return;
    url.searchParams.set('flow', id);
    history.replaceState(history.state, '', url);
  },
};
