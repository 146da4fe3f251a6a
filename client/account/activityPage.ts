/** The pages of an account's history, code-split: only who looks at it loads their code and the many texts of events. */
export { ActivityPage as activity } from './activity/ActivityPage.tsx';
export { SecurePage as secure } from './secure/SecurePage.tsx';
