import { fieldsOf } from './fields.ts';

/** The key of an identity's `metadata_public` that says, until its owner has read it, that the account is not deleted after all. */
export const cameBackKey = 'cameBack';

/** Whether an identity's `metadata_public` says that its account was kept by a sign-in, which its owner has not read yet. */
export const hasCameBack = (metadata: unknown): boolean => fieldsOf(metadata)[cameBackKey] === true;
