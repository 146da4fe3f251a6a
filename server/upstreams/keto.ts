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

/** Keto's read API. */
export interface Keto {
  /**
   * Whether a relation tuple holds, directly or by the rules of the namespaces.
   *
   * @returns also false if Keto's answer is not a decision
   * @throws PortalError 502 or 504 when Keto gives no answer
   */
  check: (tuple: RelationTuple) => Promise<boolean>;
}

export interface KetoOptions {
  /** Calls Keto's read URL. */
  transport: Transport;
  /** How long a call may take, in milliseconds; 0 means no limit. */
  timeoutMs: number;
}

/** Creates a client of Keto's read API. */
export const createKeto = ({ transport, timeoutMs }: KetoOptions): Keto => ({
  check: async ({ namespace, object, relation, subject_id: subject }) => {
    const request = permissionRequests.checkPermission(namespace, object, relation, subject);
    const { status, body } = await transport.send(request, { deadlineMs: timeoutMs });
    return status === 200 && decision.safeParse(body).data?.allowed === true;
  },
});
