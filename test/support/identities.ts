import { randomUUID } from 'node:crypto';

/** An account that a test has created through the admin API. */
export interface TestIdentity {
  id: string;
  email: string;
  password: string;
}

export interface IdentityOptions {
  email?: string;
  password?: string;
  traits?: Record<string, unknown>;
  /** Whether the address counts as verified; true by default. */
  verified?: boolean;
}

/**
 * Creates an identity with a password.
 *
 * @param adminUrl Kratos' admin URL
 * @throws Error when Kratos refuses
 */
export async function createIdentity(adminUrl: string, options: IdentityOptions = {}): Promise<TestIdentity> {
  const {
    email = `${randomUUID()}@test.example`,
    password = randomUUID(),
    traits,
    verified = true,
  } = options;
  const answer = await fetch(`${adminUrl}/admin/identities`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      schema_id: 'default',
      traits: { email, tos: true, ...traits },
      credentials: { password: { config: { password } } },
      verifiable_addresses: [
        { value: email, via: 'email', verified, status: verified ? 'completed' : 'pending' },
      ],
    }),
  });
  const body = (await answer.json()) as { id: string };
  if (!answer.ok) throw new Error(`${email} could not be created: ${answer.status} ${JSON.stringify(body)}`);
  return { id: body.id, email, password };
}
