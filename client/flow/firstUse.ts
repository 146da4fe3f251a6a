import { startMenus } from '../shell/startMenus.ts';
import { countBytes } from './form/countBytes.ts';

/** What no page needs before somebody types or clicks: fetched at the first interaction, see `client/hydrate.tsx`. */
export { send, startAgain } from './call/send.ts';
export { followAnswer } from './answer/followAnswer.tsx';
export { fieldErrors } from './form/fieldErrors.tsx';
export { enterCode } from './form/enterCode.ts';

/** Starts what listens to the whole page. */
export function listen(): void {
  startMenus();
  countBytes();
}
