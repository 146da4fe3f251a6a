import * as nodeGroup from './nodeGroup.ts';

/** Whether a group of nodes, or a kind of credentials, is that of other companies' accounts: social ones, and an organization's single sign-on. */
export const isSocial = (group: string): boolean => group === nodeGroup.oidc || group === nodeGroup.saml;
