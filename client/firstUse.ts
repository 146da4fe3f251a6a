/** What no page needs before somebody types or clicks: fetched at the first interaction, see `client/hydrate.tsx`. */
export { exchange } from './flow/submit/exchange.tsx';
export { fieldErrors } from './flow/submit/fieldErrors.tsx';
export { enterCode } from './flow/submit/enterCode.ts';
export { startMenus } from './shell/startMenus.ts';
