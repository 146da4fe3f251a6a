/** The provider's enumerations, each as a list of its values. */

/** Authenticator assurance levels: aal0 is unauthenticated, aal1 one factor, aal2 two. */
export const assuranceLevels = ['aal0', 'aal1', 'aal2', 'aal3'] as const;
/** An assurance level, as the provider names it. */
export type AssuranceLevel = (typeof assuranceLevels)[number];

/** States of an identity. */
export const identityStates = ['active', 'inactive'] as const;

/** Credential types of the product, then those that newer providers add. */
export const credentialTypes = [
  'password',
  'totp',
  'oidc',
  'webauthn',
  'lookup_secret',
  'code',
  'passkey',
  'profile',
  'saml',
  'deviceauthn',
  'identifier_first',
  'link_recovery',
  'code_recovery',
] as const;

/** Types by which credentials are deleted: older providers call the backup codes `lookup`. */
export const deletableCredentialTypes = [...credentialTypes, 'lookup'] as const;

/** The parts that a list of sessions may include in full. */
export const sessionExpansions = ['identity', 'devices'] as const;

/** Read consistency of a list of identities; empty leaves it to the provider. */
export const consistencies = ['', 'strong', 'eventual'] as const;

/** States of a message in the courier's queue. */
export const courierMessageStatuses = ['queued', 'sent', 'processing', 'abandoned'] as const;

/** The ways in which a message reaches its recipient. */
export const courierMessageTypes = ['email', 'phone'] as const;

/** The templates of the courier's messages. */
export const messageTemplateTypes = [
  'recovery_invalid',
  'recovery_valid',
  'recovery_code_invalid',
  'recovery_code_valid',
  'verification_invalid',
  'verification_valid',
  'verification_code_invalid',
  'verification_code_valid',
  'otp',
  'stub',
  'login_code_valid',
  'registration_code_valid',
  'verifiable_address_changed',
  'authenticator_key_added',
] as const;

/** States of an Ory Network project. */
export const projectStates = ['running', 'halted', 'deleted'] as const;

/** Operations of a JSON patch (RFC 6902). */
export const jsonPatchOperations = ['add', 'remove', 'replace', 'move', 'copy', 'test'] as const;

/** Actions of a patch of relation tuples. */
export const relationshipPatchActions = ['insert', 'delete'] as const;

/** Kinds of nodes in the tree of a permission. */
export const permissionTreeTypes = [
  'union',
  'exclusion',
  'intersection',
  'leaf',
  'tuple_to_subject_set',
  'computed_subject_set',
  'not',
  'unspecified',
] as const;

/** Formats of a client's access tokens. */
export const accessTokenStrategies = ['opaque', 'jwt'] as const;

/** Ways to compare a requested scope with the client's. */
export const scopeStrategies = ['exact', 'wildcard'] as const;

/** How recovery and verification reach the user. */
export const recoveryStrategies = ['link', 'code'] as const;
