import type { Visitor } from './visitor.ts';

/** A security key or a built-in authenticator that Chromium pretends to have (WebAuthn Level 2, section 11). */
export interface VirtualAuthenticator {
  /** Has the person refuse, or agree again, to show who they are. */
  agree: (willing: boolean) => Promise<void>;
  /** Ends what the page asks for with nothing done, as by the prompt's cancel button. */
  remove: () => Promise<void>;
  /** How many credentials it holds. */
  count: () => Promise<number>;
}

/**
 * Gives a visitor's browser an authenticator that answers at once.
 *
 * @param kind a key on USB that stores nothing, or one built in that knows its accounts (passkeys)
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
