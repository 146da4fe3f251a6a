/** The flow renderer's effects on the browser window, in one place so that tests can mock them. */
export const browser = {
  /** Navigates to another page. */
  goTo: (url: string): void => {
    location.assign(url);
  },

  /** The page's own URL. */
  url: (): string => location.href,

  /** The flow that the address bar names. */
  namedFlow: (): string | null => new URL(location.href).searchParams.get('flow'),

  /** Puts the shown flow's id into the address bar, so that a reload finds it again; other parameters stay. */
  nameFlow: (id: string): void => {
    if (browser.namedFlow() === id) return;
    const url = new URL(location.href);
    url.searchParams.set('flow', id);
    history.replaceState(history.state, '', url);
  },
};
