/** The one policy of trusted types that the portal's pages may make: for the scripts that a flow brings. */
export const scriptPolicyName = 'flow-scripts';
