/** The scope of a sign-in with OpenID Connect: whoever allows an application anything allows it to know who they are. */
export const openid = 'openid';
