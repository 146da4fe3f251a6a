import * as z from 'zod';
import { textIn } from '../../shared/fields.ts';
import { everyPage } from './everyPage.ts';
import { permissionRequests, relationshipRequests } from './requests.ts';
import type { Transport } from './transport.ts';
import { upstreamFailed } from './upstreamErrors.ts';

const decision = z.object({ allowed: z.boolean() });

const relations = z.object({
  relation_tuples: z.array(z.object({ namespace: z.string(), object: z.string(), relation: z.string() })),
  next_page_token: z.string().nullish(),
});

const pageSize = 250;

/** A relation tuple whose subject is an identity. */
interface RelationTuple {
  namespace: string;
  object: string;
  relation: string;
  subject_id: string;
}

/** Creates a client of Keto's read API, and of its write API where there is one. */
export const createKeto = (transport: Transport, writes?: Transport) => ({
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
  /**
   * Lists the relations that name a subject itself, page by page; those that follow from rules are not listed.
   *
   * @throws PortalError 502 or 504 when Keto gives no usable answer
   */
  relationsOf: (subject: string) =>
    everyPage(async (token) => {
      const [namespace, object, relation]: undefined[] = [];
      const request = relationshipRequests.getRelationships(
        pageSize,
        token,
        namespace,
        object,
        relation,
        subject,
      );
      const { status, body } = await transport.send(request);
      const { data } = relations.safeParse(body);
      if (status !== 200 || !data) throw upstreamFailed();
      return { items: data.relation_tuples, next: textIn(data.next_page_token) };
    }),
  /** Deletes the relation tuples that name a subject itself. @throws PortalError 502 or 504 when Keto does not do it */
  deleteRelationsOf: async (subject: string): Promise<void> => {
    const [namespace, object, relation]: undefined[] = [];
    const request = relationshipRequests.deleteRelationships(namespace, object, relation, subject);
    if (writes && (await writes.send(request)).status >= 300) throw upstreamFailed();
  },
});

/** Keto's read API, and what the portal writes. */
export type Keto = ReturnType<typeof createKeto>;
