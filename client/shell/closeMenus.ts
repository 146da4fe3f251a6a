/** The name of all menus: of these disclosures only one is open at a time. */
export const menuGroup = 'preferences';

const openMenus = (): HTMLDetailsElement[] => [
  ...document.querySelectorAll<HTMLDetailsElement>(`details[name="${menuGroup}"][open]`),
];

/**
 * Closes a menu, and moves the focus from inside it to what opens it.
 *
 * @param menu the disclosure
 */
export function closeMenu(menu: HTMLDetailsElement): void {
  if (menu.contains(document.activeElement)) menu.querySelector('summary')?.focus();
  menu.open = false;
}

/** From now on Escape, and a click elsewhere, close an open menu. */
export function closeMenus(): void {
  addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') openMenus().forEach(closeMenu);
  });
  addEventListener('click', ({ target }) => {
    for (const menu of openMenus()) if (!(target instanceof Node && menu.contains(target))) menu.open = false;
  });
}
