import { chooseTheme } from './chooseTheme.ts';
import { closeMenu, isInMenu, menuGroup } from './closeMenus.ts';
import { keepTyped } from './keepTyped.ts';

const openMenus = (): HTMLDetailsElement[] => [
  ...document.querySelectorAll<HTMLDetailsElement>(`details[name="${menuGroup}"][open]`),
];

/** Makes the choice of a language return to the current page: with the id of the shown flow, and the typed values. */
function keepPage(form: HTMLFormElement): void {
  const path = form.elements.namedItem('return_to');
  if (path instanceof HTMLInputElement) path.value = location.pathname + location.search;
  form.action = `/preferences${location.hash}`;
  keepTyped();
}

/**
 * From now on Escape, and a click or the focus elsewhere, close an open menu, a choice of language keeps the page, and a
 * choice of theme changes it without a reload.
 */
export function startMenus(): void {
  addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') openMenus().forEach(closeMenu);
  });
  const closeOthers = ({ target }: Event): void => {
    for (const menu of openMenus()) if (!isInMenu(menu, target)) menu.open = false;
  };
  addEventListener('click', closeOthers);
  addEventListener('focusin', closeOthers);
  addEventListener(
    'submit',
    (event) => {
      const { target, submitter } = event;
      if (!(target instanceof HTMLFormElement && submitter instanceof HTMLButtonElement)) return;
      if (submitter.name === 'locale') keepPage(target);
      if (submitter.name !== 'theme') return;
      event.preventDefault();
      chooseTheme(target, submitter);
    },
    { capture: true },
  );
}
