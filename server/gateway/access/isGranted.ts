import type { Keto } from '../../provider/keto.ts';

/** The relation that makes an identity an admin: `Portal:portal#administer@<identity id>`. */
const administration = { namespace: 'Portal', object: 'portal', relation: 'administer' } as const;

/**
 * Whether Keto lets an identity administer the portal.
 *
 * @param identity the identity's id
 * @param keto without Keto, always false
 * @throws PortalError 502 or 504 when Keto gives no answer
 */
export const isGranted = async (identity: string, keto: Keto | undefined): Promise<boolean> =>
  (await keto?.check({ ...administration, subject_id: identity })) === true;
