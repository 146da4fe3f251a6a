/** The provider's enumerations, each as a list of its values, with a type of the same name for one of them. */

/** Authenticator assurance levels: aal0 is unauthenticated, aal1 one factor, aal2 two. */
export const assuranceLevels = ['aal0', 'aal1', 'aal2', 'aal3'] as const;
export type AssuranceLevel = (typeof assuranceLevels)[number];

export const identityStates = ['active', 'inactive'] as const;
export type IdentityState = (typeof identityStates)[number];

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
export type CredentialType = (typeof credentialTypes)[number];

/** Types by which credentials are deleted: older providers call the backup codes `lookup`. */
export const deletableCredentialTypes = [...credentialTypes, 'lookup'] as const;
export type DeletableCredentialType = (typeof deletableCredentialTypes)[number];

/** What a list of sessions may include in full. */
export const sessionExpansions = ['identity', 'devices'] as const;
export type SessionExpansion = (typeof sessionExpansions)[number];

/** Read consistency of a list of identities; empty leaves it to the provider. */
export const consistencies = ['', 'strong', 'eventual'] as const;
export type Consistency = (typeof consistencies)[number];

export const courierMessageStatuses = ['queued', 'sent', 'processing', 'abandoned'] as const;
export type CourierMessageStatus = (typeof courierMessageStatuses)[number];

export const courierMessageTypes = ['email', 'phone'] as const;
export type CourierMessageType = (typeof courierMessageTypes)[number];

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
] as const;
export type MessageTemplateType = (typeof messageTemplateTypes)[number];

export const projectStates = ['running', 'halted', 'deleted'] as const;
export type ProjectState = (typeof projectStates)[number];

export const memberInviteStatuses = [
  'pending',
  'accepted',
  'declined',
  'expired',
  'cancelled',
  'removed',
] as const;
export type MemberInviteStatus = (typeof memberInviteStatuses)[number];

export const subscriptionCurrencies = ['usd', 'eur'] as const;
export type SubscriptionCurrency = (typeof subscriptionCurrencies)[number];

export const subscriptionIntervals = ['monthly', 'yearly'] as const;
export type SubscriptionInterval = (typeof subscriptionIntervals)[number];

export const customDomainSslStatuses = [
  '',
  'initializing',
  'pending_validation',
  'pending_issuance',
  'pending_deployment',
  'pending_deletion',
  'pending_expiration',
  'pending_cleanup',
  'active',
  'expired',
  'inactive',
  'deleted',
  'deactivating',
  'initializing_timed_out',
  'validation_timed_out',
  'issuance_timed_out',
  'deployment_timed_out',
  'deletion_timed_out',
  'staging_deployment',
  'staging_active',
  'backup_issued',
  'holding_deployment',
] as const;
export type CustomDomainSslStatus = (typeof customDomainSslStatuses)[number];

export const quotaFeatures = [
  'region_eu',
  'region_us',
  'region_apac',
  'region_global',
  'production_projects',
  'daily_active_users',
  'custom_domains',
  'sla',
  'collaborator_seats',
  'edge_cache',
  'branding_themes',
  'zendesk_support',
  'project_metrics',
  'project_metrics_time_window',
  'project_metrics_events_history',
  'organizations',
  'rop_grant',
  'rate_limit_tier',
  'session_rate_limit_tier',
  'identities_list_rate_limit_tier',
] as const;
export type QuotaFeature = (typeof quotaFeatures)[number];

/** Operations of a JSON patch (RFC 6902). */
export const jsonPatchOperations = ['add', 'remove', 'replace', 'move', 'copy', 'test'] as const;
export type JsonPatchOperation = (typeof jsonPatchOperations)[number];

export const relationshipPatchActions = ['insert', 'delete'] as const;
export type RelationshipPatchAction = (typeof relationshipPatchActions)[number];

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
export type PermissionTreeType = (typeof permissionTreeTypes)[number];

export const accessTokenStrategies = ['opaque', 'jwt'] as const;
export type AccessTokenStrategy = (typeof accessTokenStrategies)[number];

export const scopeStrategies = ['exact', 'wildcard'] as const;
export type ScopeStrategy = (typeof scopeStrategies)[number];

/** How recovery and verification reach the user. */
export const recoveryStrategies = ['link', 'code'] as const;
export type RecoveryStrategy = (typeof recoveryStrategies)[number];
