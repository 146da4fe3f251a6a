import { askProvider } from './askProvider.ts';

/** The relation that makes an identity an admin: `Portal:portal#administer@<identity id>`. */
export const administration = { namespace: 'Portal', object: 'portal', relation: 'administer' } as const;

/**
 * Whether Keto grants an identity the administration of the portal, directly or through what its namespaces say.
 *
 * @param identity the identity's id
 * @param options.ketoRead Keto's read URL; without one nobody is granted anything
 * @throws PortalError 502 or 504 where Keto gives no answer
 */
export async function isGranted(
  identity: string,
  {
    ketoRead,
    adminToken,
    timeoutMs,
  }: { ketoRead: string | undefined; adminToken: string | undefined; timeoutMs: number },
): Promise<boolean> {
  if (!ketoRead) return false;
  const query = new URLSearchParams({ ...administration, subject_id: identity });
  const { status, body } = await askProvider(
    `${ketoRead}/relation-tuples/check/openapi?${query.toString()}`,
    {
      headers: adminToken ? { Authorization: `Bearer ${adminToken}` } : {},
      timeoutMs,
    },
  );
  return status === 200 && (body as { allowed?: unknown } | undefined)?.allowed === true;
}
