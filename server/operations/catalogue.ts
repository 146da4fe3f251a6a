import { apiKeys, elements, events, project, workspace } from './network.ts';
import { browser } from './browser.ts';
import { courier } from './courier.ts';
import { frontend } from './frontend.ts';
import { identity } from './identity.ts';
import { jwk, wellknown } from './keys.ts';
import { metadata } from './metadata.ts';
import { oAuth2 } from './oAuth2.ts';
import { oidc } from './oidc.ts';
import type { OperationOf } from './operation.ts';
import { permission } from './permission.ts';
import { portal } from './portal.ts';
import { relationship } from './relationship.ts';

const rows = [
  ...frontend,
  ...browser,
  ...identity,
  ...courier,
  ...metadata,
  ...oAuth2,
  ...oidc,
  ...wellknown,
  ...jwk,
  ...permission,
  ...relationship,
  ...project,
  ...workspace,
  ...events,
  ...apiKeys,
  ...elements,
  ...portal,
];

/** The name of an operation: in the provider's client, if the provider answers it. */
export type OperationName = (typeof rows)[number]['operation'];

/** An operation of the catalogue. */
export type Operation = OperationOf<OperationName>;

/** All operations that the portal forwards to the provider, or answers itself; anything else is not forwarded. */
export const catalogue: readonly Operation[] = rows;
