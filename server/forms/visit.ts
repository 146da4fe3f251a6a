import { fieldsIn, type FormFields, type Pair, type Submission } from '../security/submission/submission.ts';
import type { Identities } from '../upstreams/identities.ts';
import type { OwnersOf } from '../security/firstFactors.ts';
import type { TurnedOff } from '../upstreams/turnOffCodes.ts';
import type { AddressCookies, BrowserCookies } from '../security/cookies/browserCookies.ts';
import type { Steps, Visit } from '../gateway/steps.ts';
import type { ReadFormFlow } from '../upstreams/formFlow.ts';
import type { RenewSpent } from '../upstreams/renewSpent.ts';
import { parseQuery } from '../http/requestHead.ts';
import type { Recorder } from '../store/recorder.ts';
import { isKept } from '../security/cookies/pageCookies.ts';

/** The cookies that pages keep between forms, and what forms ask the provider. */
export interface FormOptions
  extends AddressCookies, Pick<BrowserCookies, 'cookies' | 'signUp' | 'formerAccount'> {
  /** The portal's own origin. */
  portalUrl: string;
  /** Reads and deletes accounts; undefined where the settings do not name the admin API. */
  identities?: Pick<Identities, 'signingInWith' | 'sessions' | 'remove'> | undefined;
  /** Fetches the flow of a form that a browser without scripts has posted; by default it is sent as a form. */
  readFormFlow?: ReadFormFlow | undefined;
  /** Begins a sign-in or sign-up again in which there were too many wrong codes; without it, none is. */
  renewSpent?: RenewSpent | undefined;
  /** Keeps what happened to accounts; without it, nobody does. */
  record?: Recorder | undefined;
  ownersOf?: OwnersOf | undefined;
  /** Ends all other sessions of a browser's user after a passkey was removed. */
  endOtherSessions?: ((cookie: string | undefined) => Promise<void>) | undefined;
  /** What applications may use beside what Hydra itself can do; by default nothing. */
  oauth2?: OAuth2Features | undefined;
  /** Turns off the backup codes of a browser's user, before their last other second factor is. */
  turnOffCodes?: ((cookie: string | undefined) => Promise<TurnedOff>) | undefined;
}

/** What the operator has turned on for applications, beside what Hydra itself can do. */
interface OAuth2Features {
  /** Whether clients may introduce themselves by a metadata document. */
  acceptsDocuments: boolean;
  /** Whether the operator has registered a client under the URL of a document. */
  isOperators: (clientId: string) => Promise<boolean>;
  /** Notes that such a client is still used. */
  noteUse: (clientId: string) => void;
  /** The APIs that `resource` may name (RFC 8707); empty if it is left to Hydra, which ignores it. */
  resources: readonly string[];
  /** Whether access tokens say how their owner signed in. */
  saysContext: boolean;
  /** Returns the audience of an access or refresh token; undefined for one that is not active. */
  audienceOf?: ((token: string) => Promise<unknown>) | undefined;
}

/** A flow's form. */
export interface SentForm extends Submission {
  /** The id of its flow. */
  flow: string;
  fields: FormFields;
  /** The fields that may be kept for the pages that follow; if the browser itself has sent it, emptied ones too. */
  typed: Pair[];
}

/** A call that a page makes. */
export interface FormVisit extends Visit {
  /** Its form; undefined if it has none. */
  form: SentForm | undefined;
}

/** The work on an operation's calls; undefined if a call is answered already. */
export type StepsOf = (
  visit: FormVisit,
  options: FormOptions,
) => Steps | undefined | Promise<Steps | undefined>;

/** Returns the form of a flow; undefined for any other call. */
export function formIn({ call, submission }: Visit): SentForm | undefined {
  const flow = parseQuery(call.query).get('flow');
  if (!submission || !flow || !call.operation.submits) return undefined;
  const { isForm, pairs } = submission;
  const typed = pairs.filter(([name, value]) => isKept(name) && (isForm || value !== ''));
  return { ...submission, flow, fields: fieldsIn(pairs), typed };
}
