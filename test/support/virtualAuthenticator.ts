import type { Visitor } from './visitor.ts';

/** A virtual security key or built-in authenticator in Chromium (WebAuthn Level 2, section 11). */
export interface VirtualAuthenticator {
  /** Makes user verification fail, or succeed again. */
  agree: (willing: boolean) => Promise<void>;
  /** Removes the authenticator, which cancels a pending request like the prompt's cancel button. */
  remove: () => Promise<void>;
  /** How many credentials it holds. */
  count: () => Promise<number>;
}

/**
 * Adds an authenticator that answers at once to a visitor's browser.
 *
 * @param kind a USB key without resident keys, or a built-in authenticator with them (passkeys)
 */
export async function addAuthenticator(
  { page, context }: Visitor,
  kind: 'key' | 'passkey',
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
  return {
    agree: async (willing) => {
      await chromium.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: willing });
    },
    remove: async () => {
      await chromium.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
    },
    count: async () => {
      const { credentials } = await chromium.send('WebAuthn.getCredentials', { authenticatorId });
      return credentials.length;
    },
  };
}
