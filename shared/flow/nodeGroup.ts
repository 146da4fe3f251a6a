/** The provider's groups of nodes, which are its methods. Import as a namespace: `nodeGroup.oidc`. */
import type { UiNodeGroupEnum } from '@ory/client';

/** Nodes of no method, such as the CSRF token and an address that several methods ask for. */
export const common = 'default' satisfies UiNodeGroupEnum;
export const code = 'code' satisfies UiNodeGroupEnum;
/** Trusted devices. */
export const deviceauthn = 'deviceauthn' satisfies UiNodeGroupEnum;
export const identifierFirst = 'identifier_first' satisfies UiNodeGroupEnum;
export const link = 'link' satisfies UiNodeGroupEnum;
/** Backup codes. */
export const lookupSecret = 'lookup_secret' satisfies UiNodeGroupEnum;
export const oidc = 'oidc' satisfies UiNodeGroupEnum;
export const passkey = 'passkey' satisfies UiNodeGroupEnum;
export const password = 'password' satisfies UiNodeGroupEnum;
export const profile = 'profile' satisfies UiNodeGroupEnum;
export const totp = 'totp' satisfies UiNodeGroupEnum;
export const webauthn = 'webauthn' satisfies UiNodeGroupEnum;
