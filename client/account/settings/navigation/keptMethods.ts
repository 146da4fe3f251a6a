import type { OwnCredentials } from '../../../../shared/credentials.ts';
import * as nodeGroup from '../../../../shared/flow/nodeGroup.ts';
import type { Section } from '../../../flow/model/sections.ts';

/** Whether an account has a credential of each method. */
const has: Partial<Record<string, (credentials: OwnCredentials) => boolean>> = {
  [nodeGroup.password]: ({ password }) => password,
  [nodeGroup.oidc]: ({ social }) => social,
  [nodeGroup.lookupSecret]: ({ backupCodes }) => backupCodes !== undefined,
  [nodeGroup.webauthn]: ({ securityKeys }) => securityKeys > 0,
  [nodeGroup.totp]: ({ totpSince }) => totpSince !== undefined,
  [nodeGroup.passkey]: ({ passkeys }) => passkeys > 0,
};

const order = [nodeGroup.profile, ...Object.keys(has)];
const placeOf = ({ id }: { id: string }): number => (order.includes(id) ? order.indexOf(id) : order.length);

/** Sorts sections in the order of the settings, see `sections`; unknown ones stay at the end. */
export const inOrder = <Row extends { id: string }>(rows: Row[]): Row[] =>
  rows.toSorted((one, other) => placeOf(one) - placeOf(other));

/**
 * Returns the methods that the account has but the provider does not currently offer. Empty if the provider does not
 * say what the account has.
 *
 * @param credentials the account's credentials, from the provider
 * @param offered the sections that the page has
 */
export const keptMethods = (credentials: OwnCredentials | undefined, offered: Section[]): string[] =>
  credentials
    ? Object.keys(has).filter(
        (method) => has[method]?.(credentials) === true && !offered.some(({ id }) => id === method),
      )
    : [];
