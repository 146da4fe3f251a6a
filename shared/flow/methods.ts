import type { UiNodeGroupEnum } from '@ory/client';
import { lookUp } from '../fields.ts';
import * as nodeName from './nodeName.ts';

/** A group of nodes; `unknown` stands for those of newer providers. */
export type Group = Exclude<UiNodeGroupEnum, typeof UiNodeGroupEnum.UnknownDefaultOpenApi> | 'unknown';

/** The facts about a method. The portal assumes the same of an unknown method as of a row without facts. */
interface Method {
  /** Its factor in a sign-in; absent if it is neither. */
  factor?: 'first' | 'second' | 'both';
  /** Belongs to no method: every method of a form also sends these nodes. */
  isShared?: true;
  /** Signs in with an account of another company: a social one, or an organization's single sign-on. Needs no address. */
  isSocial?: true;
  /** Signs in without the address that the form asks for. */
  withoutAddress?: true;
  /** Signs in only once, as a last resort. */
  isSpare?: true;
  /** Whether a sign-in with it proves ownership of the account with the form's address, or of that address's mailbox. */
  proves?: 'account' | 'mailbox';
  /** The secret that a form with this method may guess. */
  guess?: 'password' | 'factor';
  /** The order of its form among those of a second factor. */
  stepUp?: number;
  /** The order of its section in the settings. */
  settings?: number;
  /** The anchor of that section, if it is not the group's name. */
  anchor?: string;
  /** Its settings section makes a single change, which saves it. */
  isSavedAsWhole?: true;
  /** The field of the settings form that sets it up, if it has a value. */
  adds?: string;
  /** The field that removes it. */
  removes?: string;
  /** Fields that only show something. */
  shows?: readonly string[];
}

/**
 * The methods: a row for each of the provider's node groups. In a form that several methods share, they appear in the
 * order of these rows.
 */
export const methods = {
  default: { isShared: true },
  identifier_first: { isShared: true },
  profile: { isShared: true, settings: 1, isSavedAsWhole: true },
  captcha: { isShared: true },
  // as a second factor it has the same form as for the first
  code: { factor: 'first', proves: 'mailbox', stepUp: 5, settings: 8 },
  link: { factor: 'first', proves: 'mailbox' },
  password: {
    factor: 'first',
    proves: 'account',
    guess: 'password',
    stepUp: 2,
    settings: 2,
    isSavedAsWhole: true,
  },
  webauthn: {
    factor: 'both',
    stepUp: 1,
    settings: 5,
    adds: nodeName.newSecurityKey,
    removes: nodeName.removeSecurityKey,
  },
  passkey: {
    factor: 'first',
    withoutAddress: true,
    stepUp: 6,
    settings: 7,
    adds: nodeName.newPasskey,
    removes: nodeName.removePasskey,
  },
  oidc: {
    factor: 'first',
    isSocial: true,
    stepUp: 7,
    settings: 3,
    adds: nodeName.link,
    removes: nodeName.unlink,
  },
  saml: { factor: 'first', isSocial: true },
  totp: {
    factor: 'second',
    guess: 'factor',
    stepUp: 3,
    settings: 6,
    adds: nodeName.totpCode,
    removes: nodeName.unlinkTotp,
  },
  lookup_secret: {
    factor: 'second',
    isSpare: true,
    guess: 'factor',
    stepUp: 4,
    settings: 4,
    anchor: 'lookupSecret',
    adds: nodeName.confirmLookupSecrets,
    removes: nodeName.disableLookupSecrets,
    shows: [nodeName.revealLookupSecrets, nodeName.regenerateLookupSecrets],
  },
  // only an app on the device adds it, and signs in with it
  deviceauthn: { factor: 'second', settings: 9, removes: nodeName.removeTrustedDevice },
  oauth2_consent: {},
  unknown: {},
} as const satisfies Record<Group, Method>;

const table: Record<Group, Method> = methods;

const isGroup = (name: string): name is Group => Object.hasOwn(table, name);

/** All groups, in row order. */
export const groups: readonly Group[] = Object.keys(table).filter(isGroup);

/** The groups whose rows have a fact. */
export type GroupWith<Fact extends keyof Method> = {
  [Name in Group]: (typeof methods)[Name] extends Record<Fact, unknown> ? Name : never;
}[Group];

/** Returns the row of a node group or of a kind of credentials, by the provider's name. */
export const methodOf = (group: string): Method => lookUp(table, group) ?? methods.unknown;

/** Whether a node group, or a kind of credentials, belongs to other companies' accounts. */
export const isSocial = (group: string): boolean => methodOf(group).isSocial === true;

/** Whether a method uses the address that the form asks for. */
export const needsAddress = (group: string): boolean => {
  const { isSocial: social, withoutAddress } = methodOf(group);
  return !social && !withoutAddress;
};

/** Whether every method of a form also sends the nodes of a group. */
export const isShared = (group: string): boolean => methodOf(group).isShared === true;

/** Whether a method can be the first or the second factor of a sign-in. */
export const isFactor = (group: string, which: 'first' | 'second'): boolean => {
  const { factor } = methodOf(group);
  return factor === which || factor === 'both';
};

/** Returns the anchor of a settings section. @param section a section's id, see `formsOf` */
export const anchorOf = (section: string): string => methodOf(section).anchor ?? section;
