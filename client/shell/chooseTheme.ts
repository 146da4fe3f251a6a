import { closeMenu } from './closeMenus.ts';

/** Marks the choice in its menu, and names it on the menu's button. */
function mark(menu: HTMLDetailsElement, choice: HTMLButtonElement): void {
  const before = menu.querySelector('[aria-pressed="true"]');
  const summary = menu.querySelector('summary');
  const chosen = summary?.querySelector('[data-chosen]');
  if (!before || !chosen) return;
  before.ariaPressed = 'false';
  choice.ariaPressed = 'true';
  choice.append(...before.querySelectorAll('svg'));
  const label = summary?.ariaLabel ?? '';
  const text = choice.textContent;
  if (summary) summary.ariaLabel = label.slice(0, label.length - chosen.textContent.length) + text;
  chosen.textContent = text;
}

/**
 * Applies a theme at once, so that typed text stays, and saves it on the server for the next page.
 *
 * @param choice its button of the theme; `system` follows the device
 */
export function chooseTheme(form: HTMLFormElement, choice: HTMLButtonElement): void {
  const { dataset } = document.documentElement;
  if (choice.value === 'system') delete dataset.theme;
  else dataset.theme = choice.value;
  const menu = form.closest('details');
  if (menu) {
    closeMenu(menu);
    mark(menu, choice);
  }
  const body = new URLSearchParams();
  for (const [name, value] of new FormData(form, choice))
    if (typeof value === 'string') body.append(name, value);
  // The theme is already applied: if the server cannot be reached, it is just not saved.
  const options = { method: 'POST', body, redirect: 'manual', keepalive: true } as const;
  fetch('/preferences', options).catch(() => undefined);
}
