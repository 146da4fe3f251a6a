import type { IntlShape } from 'react-intl';
import type { SettingsFlow, UiNode } from '@ory/client';
import type { OwnApplications } from '../../../shared/applications.ts';
import type { OwnCredentials } from '../../../shared/credentials.ts';
import { fieldsOf, objectsIn, textIn } from '../../../shared/fields.ts';
import {
  disableLookupSecrets,
  removePasskey,
  removeSecurityKey,
  unlinkAccount,
  unlinkTotp,
} from '../../../shared/flow/messageId.ts';
import * as nodeGroup from '../../../shared/flow/nodeGroup.ts';
import type { SessionSummary } from '../../../shared/sessions.ts';
import { clientLabel } from '../../shell/clientLabel.ts';
import type { Section } from '../../flow/model/sections.ts';
import { isSecretList } from '../../flow/nodes/secretList.ts';
import { deviceName } from './sessions/deviceName.ts';
import { devicesOf, placeOf } from './sessions/devices.ts';
import { keyName, type KeyModels } from './keys/keys.ts';
import { providerName } from './social/providerName.ts';

/** The summary of a settings section, shown without opening it. */
export interface Overview {
  /** Whether it is set up, or how many there are: two words at most. */
  state?: string;
  /** `on` gets a check mark; `low` needs the user's attention. */
  tone?: 'on' | 'low';
  /** One line: what it is, since when, or what is in it. */
  line?: string;
}

/** The known facts about the account. */
export interface AccountState {
  flow: SettingsFlow;
  /** The user's sessions, this browser's first; undefined if the provider did not list them. */
  sessions: SessionSummary[] | undefined;
  applications: OwnApplications | undefined;
  /** Undefined if the provider did not say, or if it has changed since the page was served. */
  credentials: OwnCredentials | undefined;
  /** Whether a password has just been set. */
  hasNewPassword: boolean;
  models: KeyModels;
}

/** With fewer backup codes than this, the user should create new ones. */
const fewCodes = 3;

type Describe = (intl: IntlShape, account: AccountState, section: Section | undefined) => Overview;

const nodesIn = (section: Section | undefined, label: number): UiNode[] =>
  section?.parts.flatMap(({ nodes }) => nodes).filter(({ meta }) => meta.label?.id === label) ?? [];

const day = (intl: IntlShape, at: string): string =>
  intl.formatDate(at, { day: 'numeric', month: 'long', year: 'numeric' });

/** Joins facts on one line. */
const lineOf = (...facts: (string | undefined | false)[]): string | undefined =>
  facts.filter(Boolean).join(' · ') || undefined;

const say = (intl: IntlShape, id: string, values?: Record<string, string | number>): string =>
  intl.formatMessage({ id: `settings.${id}` }, values);

const notSetUp = (intl: IntlShape, id: string): Overview => ({
  state: say(intl, 'state.notSetUp'),
  line: say(intl, `${id}.line`),
});

/** Says that the user gave this kind of credential for the current session. */
const usedHere = (intl: IntlShape, { sessions }: AccountState, method: string): string | false =>
  sessions?.[0]?.authentication_methods?.some((given) => given.method === method) === true &&
  say(intl, 'line.usedHere');

/** Summarises a method that is on or off; says if the current session began with it. */
const onOrNot = (intl: IntlShape, id: string, isOn: boolean, used: string | false): Overview =>
  isOn
    ? { state: say(intl, `${id}.on`), tone: 'on', line: used || say(intl, `${id}.line`) }
    : notSetUp(intl, id);

/** Summarises the section of keys whose removal has this label. */
const keys =
  (id: string, removal: number, count: string): Describe =>
  (intl, account, section) => {
    const names = nodesIn(section, removal).map((node) => keyName(node, account.models));
    if (names.length === 0) return notSetUp(intl, id);
    const shown = new Set(names.map((name) => name ?? say(intl, 'key.unnamed')));
    return {
      state: say(intl, count, { count: names.length }),
      tone: 'on',
      line: lineOf(intl.formatList(shown, { type: 'unit' }), usedHere(intl, account, id)),
    };
  };

const profile: Describe = (intl, { flow }) => {
  const [address] = objectsIn(fieldsOf(flow.identity).verifiable_addresses);
  const value = textIn(address?.value);
  return value === undefined
    ? {}
    : {
        line: say(intl, address?.verified === true ? 'line.verified' : 'line.unverified', { address: value }),
      };
};

const password: Describe = (intl, account) => {
  const used = usedHere(intl, account, nodeGroup.password);
  const isSet =
    account.hasNewPassword || (account.credentials?.password ?? (used !== false ? true : undefined));
  if (isSet === undefined) return { line: say(intl, 'password.line') };
  return onOrNot(intl, nodeGroup.password, isSet, used);
};

const social: Describe = (intl, account, section) => {
  const linked = nodesIn(section, unlinkAccount);
  if (linked.length === 0) {
    // Kratos does not list a linked account that is the only way to sign in
    const used = usedHere(intl, account, nodeGroup.oidc);
    return onOrNot(intl, nodeGroup.oidc, account.credentials?.social ?? used !== false, used);
  }
  return {
    state: say(intl, 'state.linked', { count: linked.length }),
    tone: 'on',
    line: intl.formatList(linked.map(providerName), { type: 'unit' }),
  };
};

const awaitConfirmation = (section: Section | undefined): boolean =>
  section?.parts.some(({ nodes }) => nodes.some(isSecretList)) === true;

const backupCodes: Describe = (intl, { credentials }, section) => {
  const codes = credentials?.backupCodes;
  // until new ones are confirmed, the earlier ones still work
  if (nodesIn(section, disableLookupSecrets).length === 0 && !(codes && awaitConfirmation(section)))
    return notSetUp(intl, nodeGroup.lookupSecret);
  if (!codes)
    return { state: say(intl, 'lookup_secret.on'), tone: 'on', line: say(intl, 'lookup_secret.line') };
  const { left, used, lastUsed } = codes;
  return {
    state: say(intl, 'state.left', { count: left }),
    tone: left < fewCodes ? 'low' : 'on',
    line: lineOf(
      say(intl, 'line.codesUsed', { used, total: left + used }),
      lastUsed !== undefined && say(intl, 'line.lastUsed', { date: day(intl, lastUsed) }),
    ),
  };
};

const authenticatorApp: Describe = (intl, { credentials }, section) => {
  if (nodesIn(section, unlinkTotp).length === 0) return notSetUp(intl, nodeGroup.totp);
  const since = credentials?.totpSince;
  return {
    state: say(intl, 'totp.on'),
    tone: 'on',
    line: since === undefined ? say(intl, 'totp.line') : say(intl, 'line.since', { date: day(intl, since) }),
  };
};

const devices: Describe = (intl, { sessions }) => {
  const [current, ...others] = sessions ?? [];
  if (!current) return {};
  const name = deviceName(current.devices?.[0]?.user_agent) || say(intl, 'sessions.unknownDevice');
  return {
    state: say(intl, 'state.devices', { count: 1 + devicesOf(others).length }),
    line: say(intl, 'line.thisDevice', { device: lineOf(name, placeOf(current)) ?? name }),
  };
};

const applications: Describe = (intl, account) => {
  const list = account.applications?.list;
  if (!list) return {};
  if (list.length === 0) return { state: say(intl, 'state.none'), line: say(intl, 'line.noApplications') };
  const unnamed = intl.formatMessage({ id: 'applications.unnamedClient' });
  const namesOf = (some: typeof list): string =>
    intl.formatList(new Set(some.map(({ client }) => clientLabel(client, unnamed))), {
      type: 'unit',
    });
  const unseen = list.filter(({ grants }) => grants.some(({ isNew }) => isNew));
  return {
    state: say(intl, 'state.allowed', { count: list.length }),
    line: unseen.length > 0 ? say(intl, 'line.new', { names: namesOf(unseen) }) : namesOf(list),
  };
};

const describe = new Map<string, Describe>([
  [nodeGroup.profile, profile],
  [nodeGroup.password, password],
  [nodeGroup.oidc, social],
  [nodeGroup.lookupSecret, backupCodes],
  [nodeGroup.webauthn, keys(nodeGroup.webauthn, removeSecurityKey, 'state.keys')],
  [nodeGroup.totp, authenticatorApp],
  [nodeGroup.passkey, keys(nodeGroup.passkey, removePasskey, 'state.passkeys')],
  ['sessions', devices],
  ['applications', applications],
]);

/**
 * Returns the state and the line of a settings section, for its row. Only states facts from the provider.
 *
 * @param intl the formatter of the page's language
 * @param id the section's id
 * @param account the known facts about it
 * @param section the section's form; undefined for sessions and applications
 */
export const overviewOf = (intl: IntlShape, id: string, account: AccountState, section?: Section): Overview =>
  describe.get(id)?.(intl, account, section) ?? {};
