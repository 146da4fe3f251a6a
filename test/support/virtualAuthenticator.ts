import type { Visitor } from './visitor.ts';

/** A credential of an authenticator, as in Chromium's DevTools protocol. */
export interface Credential {
  credentialId: string;
  isResidentCredential: boolean;
  rpId?: string;
  /** In PKCS#8, as base64. */
  privateKey: string;
  userHandle?: string;
  signCount: number;
}

/** A virtual security key or built-in authenticator in Chromium (WebAuthn Level 2, section 11). */
export interface VirtualAuthenticator {
  /** Makes user verification fail, or succeed again. */
  agree: (willing: boolean) => Promise<void>;
  /** Removes the authenticator, which cancels a pending request like the prompt's cancel button. */
  remove: () => Promise<void>;
  /** The credentials that it holds. */
  credentials: () => Promise<Credential[]>;
}

/**
 * Adds an authenticator that answers at once to a visitor's browser.
 *
 * @param kind a USB key without resident keys, or a built-in authenticator with them (passkeys)
 * @param credentials those that it holds already
 */
export async function addAuthenticator(
  { page, context }: Visitor,
  kind: 'key' | 'passkey',
  credentials: Credential[] = [],
): Promise<VirtualAuthenticator> {
  const chromium = await context.newCDPSession(page);
  await chromium.send('WebAuthn.enable');
  const { authenticatorId } = await chromium.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: kind === 'key' ? 'usb' : 'internal',
      hasResidentKey: kind === 'passkey',
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  for (const credential of credentials)
    await chromium.send('WebAuthn.addCredential', { authenticatorId, credential });
  return {
    agree: async (willing) => {
      await chromium.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: willing });
    },
    remove: async () => {
      await chromium.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
    },
    credentials: async () => {
      const held = await chromium.send('WebAuthn.getCredentials', { authenticatorId });
      return held.credentials;
    },
  };
}
