import * as nodeGroup from '../../../shared/flow/nodeGroup.ts';

/** Whether a group has the buttons of other companies' accounts: social ones, and an organization's single sign-on. */
export const isSocial = (group: string): boolean => group === nodeGroup.oidc || group === nodeGroup.saml;
