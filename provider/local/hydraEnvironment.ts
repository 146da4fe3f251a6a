/** The settings that differ between instances of Hydra that share hydra.yml. */
export interface HydraPlace {
  /** The portal's origin, as browsers see it. */
  portalUrl: string;
  /** Kratos' admin API, as Hydra reaches it. */
  kratosAdminUrl: string;
  secrets: { system: string; cookie: string };
}

const screens = ['LOGIN', 'REGISTRATION', 'CONSENT', 'LOGOUT', 'ERROR'] as const;

/**
 * Returns the environment that adapts provider/hydra/hydra.yml to one local instance. Plain http is allowed.
 *
 * @returns variables by name; source: Hydra's rule that a key's path in capitals, joined by `_`, overrides the file
 */
export function hydraEnvironment(place: HydraPlace): Record<string, string> {
  const { portalUrl, secrets } = place;
  return {
    DEV: 'true',
    SECRETS_SYSTEM: secrets.system,
    SECRETS_COOKIE: secrets.cookie,
    URLS_SELF_ISSUER: portalUrl,
    URLS_SELF_PUBLIC: portalUrl,
    ...Object.fromEntries(
      screens.map((screen) => [`URLS_${screen}`, `${portalUrl}/${screen.toLowerCase()}`]),
    ),
    URLS_POST_LOGOUT_REDIRECT: `${portalUrl}/login`,
    URLS_DEVICE_VERIFICATION: `${portalUrl}/device`,
    URLS_DEVICE_SUCCESS: `${portalUrl}/device/done`,
    // as in device.yml, which only v26.2.0 can read
    OAUTH2_DEVICE_AUTHORIZATION_USER_CODE_LENGTH: '8',
    OAUTH2_DEVICE_AUTHORIZATION_USER_CODE_CHARACTER_SET: 'BCDFGHJKLMNPQRSTVWXZ',
    URLS_IDENTITY_PROVIDER_URL: place.kratosAdminUrl,
  };
}
