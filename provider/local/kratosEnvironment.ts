/** The settings that differ between instances of Kratos that share kratos.yml. */
export interface KratosPlace {
  /** The portal's origin, as browsers see it. */
  portalUrl: string;
  smtpUrl: string;
  adminUrl: string;
  /** The directory of kratos.yml, as Kratos sees it. */
  configuration: string;
  secrets: { cookie: string; cipher: string };
  /** The portal's web hooks, as Kratos reaches them, and the key for them. */
  hooks: { url: string; key: string };
}

const screens = ['ERROR', 'LOGIN', 'REGISTRATION', 'VERIFICATION', 'RECOVERY', 'SETTINGS'] as const;

/** The web hooks of kratos.yml, by their places there, and what each asks about. */
export const hookPlaces = {
  LOGIN_AFTER_HOOKS_0: 'login',
  REGISTRATION_AFTER_CODE_HOOKS_0: 'registration',
  REGISTRATION_AFTER_CODE_HOOKS_1: 'registered',
  REGISTRATION_AFTER_PASSWORD_HOOKS_0: 'registration',
  REGISTRATION_AFTER_PASSWORD_HOOKS_1: 'registered',
  REGISTRATION_AFTER_WEBAUTHN_HOOKS_0: 'registration',
  REGISTRATION_AFTER_WEBAUTHN_HOOKS_1: 'registered',
  REGISTRATION_AFTER_PASSKEY_HOOKS_0: 'registration',
  REGISTRATION_AFTER_PASSKEY_HOOKS_1: 'registered',
  REGISTRATION_AFTER_OIDC_HOOKS_0: 'registration',
  REGISTRATION_AFTER_OIDC_HOOKS_1: 'registered',
  VERIFICATION_AFTER_HOOKS_0: 'verification',
  RECOVERY_AFTER_HOOKS_0: 'recovery',
  SETTINGS_AFTER_TOTP_HOOKS_0: 'settings?method=totp',
  SETTINGS_AFTER_LOOKUP_SECRET_HOOKS_0: 'settings?method=lookup_secret',
  SETTINGS_AFTER_WEBAUTHN_HOOKS_0: 'settings?method=webauthn',
  SETTINGS_AFTER_OIDC_HOOKS_0: 'settings?method=oidc',
  SETTINGS_AFTER_PASSKEY_HOOKS_0: 'settings?method=passkey',
  SETTINGS_AFTER_PROFILE_HOOKS_0: 'profile',
  SETTINGS_AFTER_PROFILE_HOOKS_1: 'settings?method=profile',
  SETTINGS_AFTER_PASSWORD_HOOKS_0: 'password',
  SETTINGS_AFTER_PASSWORD_HOOKS_1: 'settings?method=password',
} as const;

/** The variable of the key with which a web hook calls. @param place in kratos.yml, as in `hookPlaces` */
export const keyVariable = (place: string): string => `SELFSERVICE_FLOWS_${place}_CONFIG_AUTH_CONFIG_VALUE`;

/** Returns the variables that lead the web hooks to a portal. */
const hookVariables = ({ hooks, configuration }: KratosPlace): Record<string, string> =>
  Object.fromEntries(
    Object.entries(hookPlaces).flatMap(([hook, moment]) => {
      const variable = `SELFSERVICE_FLOWS_${hook}_CONFIG`;
      return [
        [`${variable}_URL`, `${hooks.url}/${moment}`],
        [`${variable}_BODY`, `file://${configuration}/hooks.jsonnet`],
        [keyVariable(hook), hooks.key],
      ];
    }),
  );

/** Returns the variables with the product's name: in mails, authenticator apps, and prompts for keys and passkeys. */
export const productVariables = (product: string): Record<string, string> => ({
  COURIER_SMTP_FROM_NAME: product,
  SELFSERVICE_METHODS_TOTP_CONFIG_ISSUER: product,
  SELFSERVICE_METHODS_WEBAUTHN_CONFIG_RP_DISPLAY_NAME: product,
  SELFSERVICE_METHODS_PASSKEY_CONFIG_RP_DISPLAY_NAME: product,
});

/**
 * Returns the environment that adapts provider/kratos/kratos.yml to one local instance. Plain http is allowed, mails
 * go out at once, and passwords are not compared with any list.
 *
 * @returns variables by name; source: Kratos' rule that a key's path in capitals, joined by `_`, overrides the file
 */
export function kratosEnvironment(place: KratosPlace): Record<string, string> {
  const { portalUrl, secrets } = place;
  const { hostname } = new URL(portalUrl);
  const relyingParty = (method: string): Record<string, string> => ({
    [`SELFSERVICE_METHODS_${method}_CONFIG_RP_ID`]: hostname,
    [`SELFSERVICE_METHODS_${method}_CONFIG_RP_ORIGINS`]: portalUrl,
  });
  return {
    DEV: 'true',
    SECRETS_COOKIE: secrets.cookie,
    SECRETS_CIPHER: secrets.cipher,
    IDENTITY_SCHEMAS: JSON.stringify([
      { id: 'default', url: `file://${place.configuration}/identity.schema.json` },
    ]),
    SERVE_PUBLIC_BASE_URL: `${portalUrl}/`,
    SERVE_ADMIN_BASE_URL: `${place.adminUrl}/`,
    SELFSERVICE_DEFAULT_BROWSER_RETURN_URL: `${portalUrl}/`,
    SELFSERVICE_ALLOWED_RETURN_URLS: `${portalUrl}/`,
    SELFSERVICE_FLOWS_VERIFICATION_AFTER_DEFAULT_BROWSER_RETURN_URL: `${portalUrl}/`,
    SELFSERVICE_FLOWS_LOGOUT_AFTER_DEFAULT_BROWSER_RETURN_URL: `${portalUrl}/login`,
    ...Object.fromEntries(
      screens.map((screen) => [`SELFSERVICE_FLOWS_${screen}_UI_URL`, `${portalUrl}/${screen.toLowerCase()}`]),
    ),
    ...relyingParty('WEBAUTHN'),
    ...relyingParty('PASSKEY'),
    ...hookVariables(place),
    SELFSERVICE_METHODS_PASSWORD_CONFIG_HAVEIBEENPWNED_ENABLED: 'false',
    COURIER_SMTP_CONNECTION_URI: place.smtpUrl,
    COURIER_TEMPLATE_OVERRIDE_PATH: `${place.configuration}/mails`,
    COURIER_WORKER_PULL_WAIT: '100ms',
    // v26.2.0 names the verification of a changed address only then; v1.3.1 always does
    FEATURE_FLAGS_LEGACY_CONTINUE_WITH_VERIFICATION_UI: 'true',
  };
}
