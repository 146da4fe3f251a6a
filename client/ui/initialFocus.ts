/** The attributes of the element that has the focus when a page opens, with scripts or without. */
export const initialFocus = {
  tabIndex: -1,
  autoFocus: true,
  ref: (element: HTMLElement | null): void => element?.focus(),
};
