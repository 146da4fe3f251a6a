import { carryAddress } from '../shell/carryAddress.ts';
import { startMenus } from '../shell/startMenus.ts';
import { countBytes } from './form/countBytes.ts';

/** Code that no page needs before the user types or clicks: `client/hydrate.tsx` fetches it then. */
export { send, startAgain } from './call/send.ts';
export { followHistory } from './answer/steps.ts';
export { followAnswer } from './answer/followAnswer.tsx';
export { fieldErrors } from './form/fieldErrors.tsx';
export { enterCode } from './form/enterCode.ts';

/** Starts the listeners on the whole page. */
export function listen(): void {
  startMenus();
  countBytes();
  carryAddress();
}
