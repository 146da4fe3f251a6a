import { startMenus } from '../shell/startMenus.ts';
import { countBytes } from './submit/countBytes.ts';

/** What no page needs before somebody types or clicks: fetched at the first interaction, see `client/hydrate.tsx`. */
export { exchange, settle, startAgain } from './submit/exchange.tsx';
export { fieldErrors } from './submit/fieldErrors.tsx';
export { enterCode } from './submit/enterCode.ts';

/** Starts what listens to the whole page. */
export function listen(): void {
  startMenus();
  countBytes();
}
