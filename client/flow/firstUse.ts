/** What no page needs before somebody types or clicks: fetched at the first interaction, see `client/hydrate.tsx`. */
export { exchange, settle, startAgain } from './submit/exchange.tsx';
export { fieldErrors } from './submit/fieldErrors.tsx';
export { enterCode } from './submit/enterCode.ts';
export { startMenus } from '../shell/startMenus.ts';
