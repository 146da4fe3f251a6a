/** The pages of an account's history and data, code-split: only who looks at them loads their code and the many texts of events. */
export { ActivityPage as activity } from './activity/ActivityPage.tsx';
export { SecurePage as secure } from './secure/SecurePage.tsx';
export { DataPage as data } from './data/DataPage.tsx';
export { AgreementPage as agreement } from './agreement/AgreementPage.tsx';
