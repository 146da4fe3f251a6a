/** The shared name of all menus, of which only one is open at a time. */
export const menuGroup = 'preferences';

/** Closes a menu, and moves the focus from inside it to its button. */
export function closeMenu(menu: HTMLDetailsElement): void {
  if (menu.contains(document.activeElement)) menu.querySelector('summary')?.focus();
  menu.open = false;
}
