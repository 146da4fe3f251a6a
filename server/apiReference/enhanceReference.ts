/**
 * Adds search and copying to the API reference; their controls are hidden without scripts. The function's source is
 * sent to the browser, so it may use nothing from outside; its texts are in `data-` attributes.
 */
export function enhanceReference(): void {
  const find = (selector: string): HTMLElement[] => Array.from(document.querySelectorAll(selector));
  for (const control of find('[data-scripted]')) control.hidden = false;

  const input = document.querySelector<HTMLInputElement>('#search');
  const found = document.querySelector<HTMLElement>('#found');
  const operations = find('[data-operation]');
  const search = (): void => {
    const words = (input?.value ?? '').toLowerCase().split(/\s+/).filter(Boolean);
    for (const operation of operations) {
      const text = (operation.dataset.operation ?? '').toLowerCase();
      operation.hidden = !words.every((word) => text.includes(word));
    }
    for (const group of find('main details')) {
      group.hidden = group.querySelector('[data-operation]:not([hidden])') === null;
      if (words.length > 0) group.setAttribute('open', '');
    }
    const count = operations.filter(({ hidden }) => !hidden).length;
    if (found)
      found.textContent =
        words.length > 0 ? (found.dataset.text ?? '').replace('{count}', String(count)) : '';
  };
  input?.addEventListener('input', search);
  // browsers restore the typed text on a reload
  if (input?.value) search();

  const closeMenus = (isKept: (menu: HTMLElement) => boolean): void => {
    for (const menu of find('footer details[open]')) if (!isKept(menu)) menu.removeAttribute('open');
  };
  document.addEventListener('click', ({ target }) => {
    closeMenus((menu) => target instanceof Node && menu.contains(target));
  });
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return;
    document.activeElement?.closest('footer details')?.querySelector('summary')?.focus();
    closeMenus(() => false);
  });

  const status = document.querySelector<HTMLElement>('#status');
  const shownMs = 6000;
  let leaving: ReturnType<typeof setTimeout> | undefined;
  const announce = (text = ''): void => {
    if (status) status.textContent = text;
    clearTimeout(leaving);
    if (text !== '') leaving = setTimeout(announce, shownMs);
  };

  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-copy]') : null;
    if (!button) return;
    const text = (button.dataset.copy ?? '').replaceAll('{origin}', location.origin);
    const { copied, notCopied } = status?.dataset ?? {};
    // on plain http the browser has no clipboard
    const clipboard = navigator.clipboard as Clipboard | undefined;
    void (clipboard?.writeText(text) ?? Promise.reject(new Error())).then(
      () => {
        announce(copied);
      },
      () => {
        announce(notCopied);
      },
    );
  });
}
