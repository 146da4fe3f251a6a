/** Hydra's paths for the endpoints of oidc-provider. */
export const paths = {
  authorization: '/oauth2/auth',
  token: '/oauth2/token',
  revocation: '/oauth2/revoke',
  userinfo: '/userinfo',
  jwks: '/.well-known/jwks.json',
  device_authorization: '/oauth2/device/auth',
  code_verification: '/oauth2/device/verify',
  end_session: '/oauth2/sessions/logout',
} as const;
