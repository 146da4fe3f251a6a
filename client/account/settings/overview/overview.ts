import type { IntlShape } from 'react-intl';
import type { SettingsFlow, UiNode } from '@ory/client';
import type { OwnApplications } from '../../../../shared/applications.ts';
import type { OwnCredentials } from '../../../../shared/credentials.ts';
import type { MailForm } from '../../../../shared/page.ts';
import type { SessionSummary } from '../../../../shared/sessions.ts';
import { nodesOf, type Form } from '../../../flow/model/forms.ts';

/** A key's model (AAGUID), by the value of the button that removes the key. */
export type KeyModels = Partial<Record<string, string>>;

/** The summary of a settings section in its row. */
export interface Overview {
  /** Its title, where the section's own does not suit. */
  title?: string;
  /** Whether it is set up, or how much of it there is: two words at most. */
  state?: string;
  /** `on` gets a check mark; `low` needs the user's attention. */
  tone?: 'on' | 'low';
  /** One line: what it is, since when, or what is in it. */
  line?: string;
}

/** The facts about the account, as far as they are known. */
export interface AccountState {
  flow: SettingsFlow;
  /** The user's sessions, this browser's first; undefined if the provider did not list them. */
  sessions: SessionSummary[] | undefined;
  /** Whether there is a page that says what happened to it. */
  hasHistory: boolean | undefined;
  applications: OwnApplications | undefined;
  /** Undefined if the provider did not say, or if it has changed since the page was served. */
  credentials: OwnCredentials | undefined;
  /** Whether a password has just been set. */
  hasNewPassword: boolean;
  models: KeyModels;
  /** Whether addresses cannot be verified: the provider's verification is turned off. */
  verificationOff: boolean | undefined;
  /** Mails an unverified address; undefined if there is none. */
  mailForm: MailForm | undefined;
  /** Replaces the user's other sessions. */
  setOthers: (others: SessionSummary[]) => void;
  /** Notes that sessions were ended without leaving the page. */
  onEnded: (devices: number, device?: string) => void;
}

/** Describes a section for its row, as far as the provider says. Sessions and applications have no form. */
export type Describe = (intl: IntlShape, account: AccountState, form: Form | undefined) => Overview;

/** The nodes of a section that have a label. */
export const nodesIn = (form: Form | undefined, label: number): UiNode[] =>
  form ? nodesOf(form).filter(({ meta }) => meta.label?.id === label) : [];

/** Formats a time as its day. */
export const day = (intl: IntlShape, at: string): string =>
  intl.formatDate(at, { day: 'numeric', month: 'long', year: 'numeric' });

/** Joins facts to one line. */
export const lineOf = (...facts: (string | undefined | false)[]): string | undefined =>
  facts.filter(Boolean).join(' · ') || undefined;

/** Formats a text of the settings. */
export const say = (intl: IntlShape, id: string, values?: Record<string, string | number>): string =>
  intl.formatMessage({ id: `settings.${id}` }, values);

/** Describes a method that is not set up. */
export const notSetUp = (intl: IntlShape, id: string): Overview => ({
  state: say(intl, 'state.notSetUp'),
  line: say(intl, `${id}.line`),
});

/** Says that the user gave this kind of credential for the present session. */
export const usedHere = (intl: IntlShape, { sessions }: AccountState, method: string): string | false =>
  sessions?.[0]?.authentication_methods?.some((given) => given.method === method) === true &&
  say(intl, 'line.usedHere');

/** A method that is on or not; says if the present session was begun with it. */
export const onOrNot = (intl: IntlShape, id: string, isOn: boolean, used: string | false): Overview =>
  isOn ? { state: say(intl, `${id}.on`), tone: 'on', ...(used && { line: used }) } : notSetUp(intl, id);
