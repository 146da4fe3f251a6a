import * as z from 'zod';
import { permissionRequests } from './requests.ts';
import type { Transport } from './transport.ts';

const decision = z.object({ allowed: z.boolean() });

/** A relation tuple whose subject is an identity. */
interface RelationTuple {
  namespace: string;
  object: string;
  relation: string;
  subject_id: string;
}

/** Creates a client of Keto's read API. */
export const createKeto = (transport: Transport) => ({
  /**
   * Whether a relation tuple holds, directly or by the rules of the namespaces.
   *
   * @returns also false if Keto's answer is not a decision
   * @throws PortalError 502 or 504 when Keto gives no answer
   */
  check: async ({ namespace, object, relation, subject_id: subject }: RelationTuple): Promise<boolean> => {
    const request = permissionRequests.checkPermission(namespace, object, relation, subject);
    const { status, body } = await transport.send(request);
    return status === 200 && decision.safeParse(body).data?.allowed === true;
  },
});

/** Keto's read API. */
export type Keto = ReturnType<typeof createKeto>;
