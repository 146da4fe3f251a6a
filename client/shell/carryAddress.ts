import { addressFields, typedAddressKey } from './restoreTyped.ts';

/** The pages that ask for an address before anybody is signed in. */
const pages = /^\/(?:login|registration|recovery|verification)(?:\?(?!.*forget=)|$)/;

/** From now on, an address that was typed but not sent goes along with a link to another page that asks for it. */
export function carryAddress(): void {
  addEventListener('click', ({ target, ctrlKey, metaKey, shiftKey }) => {
    // another tab does not get it, and this one stays
    if (ctrlKey || metaKey || shiftKey) return;
    const link = target instanceof Element ? target.closest('main a') : null;
    const typed = document.querySelector<HTMLInputElement>(`form[data-section] ${addressFields}`)?.value;
    if (!typed || !pages.test(link?.getAttribute('href') ?? '')) return;
    try {
      sessionStorage.setItem(typedAddressKey, typed);
    } catch {
      // the browser denies access to its storage: it has to be typed again, as without scripts
    }
  });
}
