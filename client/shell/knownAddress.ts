import { useHydrated } from '../ui/useHydrated.ts';
import { usePageContext } from './PageContext.tsx';

/** Where the browser's local storage keeps the address. */
const key = 'address';

/** Calls the browser's storage, which it may deny access to. */
function storage<Result>(use: (store: Storage) => Result): Result | undefined {
  try {
    return use(localStorage);
  } catch {
    return undefined;
  }
}

/** The address of the last sign-in in this browser, for the next one to begin with. It is sent nowhere else. */
export function useKnownAddress(): string | undefined {
  const { remembersAddress } = usePageContext();
  const mayRead = useHydrated() && remembersAddress === true;
  return mayRead ? (storage((store) => store.getItem(key)) ?? undefined) : undefined;
}

/** Keeps a session's address for the browser's next sign-in. */
export const keepAddress = (address: string): void => storage((store) => store.setItem(key, address));

/** Removes the address from the browser. */
export const forgetAddress = (): void => storage((store) => store.removeItem(key));
