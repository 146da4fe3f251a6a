/** The only trusted-types policy that the portal's CSP allows: for the scripts of a flow. */
export const scriptPolicyName = 'flow-scripts';
