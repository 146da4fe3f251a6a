/** The history of an account, code-split: only who looks at it loads its code and its many texts. */
export { ActivityPage as activity } from './activity/ActivityPage.tsx';
