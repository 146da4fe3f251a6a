import { fieldsOf, textIn } from './fields.ts';

/** What somebody has agreed to, and when. */
export interface Agreement {
  /** The operator's version of the words: CONSENT_VERSION. */
  version: string;
  /** As in RFC 3339. */
  at: string;
}

/** The key of an identity's `metadata_public` under which the agreement is kept: only Kratos' admin API changes it. */
export const agreementKey = 'agreement';

/** Reads the agreement in an identity's `metadata_public`; undefined if there is none. */
export function agreementIn(metadata: unknown): Agreement | undefined {
  const { version, at } = fieldsOf(fieldsOf(metadata)[agreementKey]);
  const [kept, time] = [textIn(version), textIn(at)];
  return kept === undefined || time === undefined ? undefined : { version: kept, at: time };
}
