/** The shared name of all menus, of which only one is open at a time. */
export const menuGroup = 'preferences';

/** Whether an element is part of a menu. The links of the navigation are beside its `details`. */
export const isInMenu = (menu: HTMLDetailsElement, element: unknown): boolean =>
  element instanceof Node && (menu.closest('nav') ?? menu).contains(element);

/** Closes a menu, and moves the focus from inside it to its button. */
export function closeMenu(menu: HTMLDetailsElement): void {
  if (isInMenu(menu, document.activeElement)) menu.querySelector('summary')?.focus();
  menu.open = false;
}
