import type { LoginFlow, RecoveryFlow, RegistrationFlow, SettingsFlow, VerificationFlow } from '@ory/client';
import type { Agreement } from './agreement.ts';
import type { ActivityGroup, OptionalNotice, ShownActivity } from './activity.ts';
import type { ClientDetails, OwnApplications } from './applications.ts';
import type { Locale } from './messages/locales.ts';
import type { OwnCredentials } from './credentials.ts';
import type { OwnSessions } from './sessions.ts';
import type { SettingsChange } from './flow/settingsChange.ts';

/** The provider's self-service flows, by their names in its paths. */
export const flowKinds = ['login', 'registration', 'recovery', 'verification', 'settings'] as const;

/** A kind of flow. */
export type FlowKind = (typeof flowKinds)[number];

/** The flow of each kind. */
export interface FlowOf {
  login: LoginFlow;
  registration: RegistrationFlow;
  recovery: RecoveryFlow;
  verification: VerificationFlow;
  settings: SettingsFlow;
}

/** A flow of any kind. */
export type Flow = FlowOf[FlowKind];

/** A notice by the portal itself about a flow, in addition to the provider's messages. */
export type Notice =
  | 'expired'
  | 'csrf'
  | 'elsewhere'
  | 'linkOver'
  | 'codeResent'
  | 'ended'
  | 'settingsAsked'
  | 'registered'
  | 'correcting'
  | 'formerAddress'
  | 'pressAgain'
  | 'addressChanged'
  | 'signedOut'
  | 'recovered'
  | 'filledIn'
  | 'filledInHere'
  | 'verified'
  | 'verifiedElsewhere'
  | 'verifiedThere'
  | 'alreadyVerified'
  | 'confirmed'
  | 'askedAgain'
  | 'signInTooOld';

/** A visitor's choice of theme; `system` follows the device. */
export type Theme = 'light' | 'dark' | 'system';

/** The context that every page gets. */
export interface PageContext {
  locale: Locale;
  /** The locale of dates, as a BCP 47 tag; the page's language when absent. */
  region?: string;
  product: string;
  theme: Theme;
  /** The catalogue key of the page's title, unless its content decides it; see `shared/pages.ts`. */
  pageTitle?: string | undefined;
  /** Whether the browser asks to save data: then the page loads no fonts. */
  savesData?: boolean;
  /** Path and query of this page, to which a change of language or theme returns. */
  path: string;
  /** For the portal's own POSTs (`_csrf`); a flow's forms carry the provider's token instead. */
  csrfToken: string;
  /** The signed-in user's name or address; absent when nobody is signed in. */
  signedInAs?: string;
  /**
   * The signed-in user's address, if the identity has one; before the second factor the typed one, if it is certain.
   */
  signedInAddress?: string | undefined;
  /** The account of the signed-in user, which the page's forms name: its id, and its address or as in `signedInAs`. */
  account?: string;
  /** The account to which the form of the last page belonged, if another one is signed in now. */
  formerAccount?: string;
  /** Whether there is a session that still needs a second factor. */
  awaitsSecondFactor?: boolean;
  /** A limit that has refused a form which was just posted: the catalogue keys of what it says, and for how long it holds. */
  limit?: { texts: string[]; waitSeconds: number };
  /** The page's warning: the browser sent a provider cookie twice, so both were ignored. */
  warning?: 'doubledCookies' | undefined;
  supportEmail?: string;
  /** The minimum length of a new password, in characters; if 0 or absent, the page does not state it. */
  passwordMinLength?: number;
  /** The operator's privacy policy. */
  privacyUrl?: string;
  /** The operator's terms of service. */
  termsUrl?: string;
  /** The URL of the site that manages subscriptions. */
  customerPortalUrl?: string;
  /** The origin at which the browser reaches the identity service: the portal's own unless a setting says otherwise. */
  identityServiceUrl: string;
  /** How long the browser waits for the provider's answer, in milliseconds; no limit if 0 or absent. */
  requestTimeoutMs?: number;
  /** When the page was served, in milliseconds since 1970: server and browser count a message's minutes from it. */
  servedAt?: number;
}

interface FlowPage<Kind extends FlowKind> {
  flow: FlowOf[Kind];
  notice?: Notice;
  /**
   * Whether the browser itself sends the forms instead of a script: when a sign-up for an application ends, Kratos
   * 1.3.1 tells only a browser where the application's request continues.
   */
  sentByBrowser?: boolean;
  /** Whether the visitor has come back to correct the address, which is filled in. */
  corrects?: boolean;
  /** Where the code is entered that was mailed before, on a page that has been closed. */
  codeUrl?: string;
}

/** The application that a page's flow leads to, if any. */
interface ForApplication {
  application?: {
    /** Its name, or its home page if it has none. */
    name?: string | undefined;
    id?: string | undefined;
    /** The challenge of its request, to refuse it; absent if the portal cannot. */
    challenge?: string;
    isForDevice?: boolean;
  };
}

/** The last sign-in, as the browser remembers it. */
export interface Remembered {
  /** The methods used last, latest first; a social one is `oidc.<provider>`. */
  lastMethods?: string[] | undefined;
  /** The address that was signed in. */
  lastAddress?: string | undefined;
}

/** A provider or portal error for the error card; `details` is the content of the JSON box. */
export interface ErrorDetails {
  code: number;
  /** The catalogue key of the title, unless the code decides it. */
  title?: string;
  /** The cause: the catalogue's `error.reason.<cause>` takes precedence over `reason`. */
  cause?: string;
  reason?: string;
  details: unknown;
}

/** An application that asked the user to sign in. */
export interface Application {
  /** Its request, at the portal's own origin: opening it starts again. */
  requestUrl: string;
  name?: string | undefined;
  /** The address of its site. */
  url?: string | undefined;
}

/** An application's sign-in that was interrupted by a recovery, which ends in the settings. */
export interface WaitingSignIn {
  url: string;
  clientName?: string | undefined;
}

/** A settings flow reduced to the form that creates a passkey. */
export type PasskeyOffer = Pick<SettingsFlow, 'ui'>;

/** A verification flow reduced to the form that mails a code or a link to an address. */
export interface MailForm {
  action: string;
  token: string;
  /** `code` or `link`. */
  method: string;
  /** The catalogue key of its button. */
  label: string;
}

/** A mailed link that its user has opened, and has yet to confirm. */
export interface OpenedLink {
  /** Where the form with the token is posted. */
  action: string;
  token: string;
  /** The address that the link was sent to, if it was requested in this browser. */
  address?: string;
}

/** A change from before an account was secured. */
export interface SecuredChange extends ShownActivity {
  /** The id of the event, if a form undoes it. */
  undo?: string;
  /** The section of the settings in which it can be undone, otherwise. */
  settings?: string;
  /** Whether it is undone. */
  isUndone?: boolean;
}

/** The props of each screen, from its loader. */
export interface PageProps {
  /** `passkeyAdded`: the visitor has just created the passkey that was offered. */
  home: {
    androidAppUrl?: string;
    iosAppUrl?: string;
    unreachable?: boolean;
    passkeyOffer?: PasskeyOffer;
    passkeyAdded?: boolean;
    /** The service whose account the visitor has just linked by signing in. */
    linked?: string;
    /** Whether the visitor has asked to sign in or up, although they are signed in. */
    already?: boolean;
    /** Whether the visitor has asked to verify their address, although it is verified. */
    isVerified?: boolean;
    /** Whether the visitor has just signed in to a new account. */
    isNew?: boolean;
    /** Whether the visitor has just created the account. */
    registered?: boolean;
    /** Whether the visitor has just set the new password that a recovery asks for. */
    hasNewPassword?: boolean;
    /** The visitor has just signed in with a backup code: how many are left, if known. */
    backupCode?: { left?: number | undefined };
    /** Whether nobody can sign up: the provider's registration is turned off. */
    signUpOff?: boolean;
    /** The visitor's address, if it is not verified yet, and the form that mails it. */
    unverified?: { address: string; form: MailForm; codeUrl?: string };
    /** What the visitor's session says about it and its account. */
    session?: {
      /** Whether the address is verified; absent if the provider does not verify it. */
      isVerified?: boolean | undefined;
      /** Whether a second factor was used in it; `off` if the account has none any more. */
      secondFactor: 'used' | 'unused' | 'off';
      signedInAt?: string | undefined;
    };
  };
  /** `onlyMethod`: the user has no other second factor. */
  login: FlowPage<'login'> &
    Remembered &
    ForApplication & {
      onlyMethod?: boolean;
      forgotPasswordUrl?: string;
      signupUrl?: string;
      logoutUrl?: string;
      /** The change in the settings that is to be confirmed, and the way back without it. */
      change?: SettingsChange;
      cancelUrl?: string;
    };
  /** `service` is the one whose account continues the sign-up, once the page has asked for what it did not tell. */
  registration: FlowPage<'registration'> &
    ForApplication & {
      loginUrl: string;
      recoveryUrl?: string;
      service?: string;
      /** The way whose address is corrected. */
      lastMethods?: string[];
      /** Where the address of this browser's last sign-up is verified. */
      verificationUrl?: string;
    };
  recovery: FlowPage<'recovery'> & ForApplication & { loginUrl: string };
  /**
   * `sentTo` is the address that this browser's code was sent to, which the provider does not repeat after a wrong
   * code.
   */
  verification: FlowPage<'verification'> &
    ForApplication & {
      signupUrl?: string;
      loginUrl: string;
      sentTo?: string;
      /** Where a wrong address of a sign-up or of a profile is corrected. */
      correctUrl?: string;
      /** Whether a sign-up's code is no longer taken in this browser: its link was opened elsewhere, or too many codes were wrong. */
      isElsewhere?: boolean;
      /** Whether it verifies a changed address of the profile. */
      isNewAddress?: boolean;
      /** Whether the user then has to confirm other ways to sign in again. */
      confirmsAgain?: boolean;
    };
  recoveryLink: OpenedLink;
  verificationLink: OpenedLink;
  /**
   * `sessions` and `credentials` are absent if the provider did not list them, `applications` if there is no OAuth2
   * provider; `waiting` is the application's sign-in to continue after a recovery; `changed` is the change that the
   * browser itself has just sent.
   */
  settings: FlowPage<'settings'> & {
    logoutUrl: string;
    sessions?: OwnSessions;
    credentials?: OwnCredentials;
    /** Whether the portal keeps a history of the account. */
    hasHistory?: boolean;
    applications?: OwnApplications;
    waiting?: WaitingSignIn;
    changed?: SettingsChange;
    /** The id of the service whose link a recovery has interrupted. */
    notLinked?: string;
    /** The id of the service that was linked or unlinked. */
    service?: string | undefined;
    /** Whether the provider's verification is turned off. */
    verificationOff?: boolean;
    /** The form that mails an unverified address. */
    mailForm?: MailForm;
    /** Whether the provider's recovery is turned off. */
    recoveryOff?: boolean;
  };
  /**
   * `next` is where a confirmed logout leads, if not to the sign-in page; `challenge` is Hydra's, `request` has the
   * parameters of a logout without one, and `clientName` is the application that asks.
   */
  /** `events` is absent if the history cannot be read. */
  activity: {
    /** The filter: everything if absent. */
    show?: ActivityGroup;
    /** The latest event first. */
    events?: ShownActivity[];
    /** The page with what happened before. */
    olderUrl?: string;
    /** The first page, on any other one. */
    latestUrl?: string;
    /** The events of which the visitor gets mails, among those of which they may choose; absent if there are none. */
    mails?: OptionalNotice[];
    /** Whether the visitor has just chosen them. */
    isChosen?: boolean;
    /** Whether the account can be secured here. */
    canSecure?: boolean;
  };
  agreement: {
    returnTo: string;
    version: string;
    /** Whether the visitor has not agreed to anything before. */
    isNew?: boolean;
    /** Whether the visitor has just sent the form without ticking its box. */
    isNotTicked?: boolean;
  };
  secure:
    | {
        state: 'ask';
        /** The address to which the link was mailed; absent for somebody who is signed in. */
        address?: string;
        /** Whether it is put back. */
        isFormer?: boolean;
      }
    | { state: 'over' }
    /** Locked, the account would let nobody in again. */
    | { state: 'unable' }
    | {
        state: 'done';
        recoverUrl: string;
        /** Whether the former address belongs to another account now. */
        isTaken?: boolean;
      }
    | { state: 'review'; changes: SecuredChange[]; undone?: boolean };
  data: {
    /** Whether what is kept can be read here. */
    canDownload?: boolean;
    /** For how many days a deleted account can come back; absent where none can be deleted. */
    graceDays?: number;
    /** What the visitor has agreed to. */
    agreement?: Agreement;
    /** Whether the visitor has just sent the form without ticking its box. */
    isNotTicked?: boolean;
    /** Where somebody goes on whose account is kept, because they have signed in. */
    backTo?: string;
    /** When the account of this browser is deleted, as in RFC 3339: the visitor has just asked for it. */
    leftUntil?: string;
  };
  logout: {
    returnTo?: string;
    next?: string;
    challenge?: string;
    request?: Record<string, string | undefined>;
    clientName?: string;
    /** The user's address, if it is not verified yet: a wrong one may lock them out. */
    unverified?: string;
    /** Whether nobody is signed in, so that there is nothing to ask. */
    signedOut?: boolean;
  };
  /** `retryUrl` retries a failure that the visitor did not cause; `application` is where to start again. */
  error: { error: ErrorDetails; backUrl: string; retryUrl: string; application?: Application };
  accessibility: object;
  /** `asked` is the address of the account that the application asks for, if it names one. */
  chooseAccount: {
    challenge: string;
    client: ClientDetails;
    asked?: string;
    /** The sign-in that follows the logout. */
    next: string;
    /** Stays with the signed-in account; absent if the application would refuse it. */
    stayUrl?: string;
  };
  /** `otherAccount`: a different user is signed in than the one whom the application asks. */
  consent: {
    challenge: string;
    client: ClientDetails;
    scopes: string[];
    /** The host that gets the answer, or `device`; absent if the request does not say. */
    receiver?: string;
    /**
     * How long a decision can be remembered, in days: 0 means until it is withdrawn; absent if the user is always
     * asked.
     */
    rememberDays?: number;
    /** Logs out, to begin the request again with another account. */
    switchUrl: string;
    /** Whether a device waits for the answer. */
    isForDevice?: boolean;
    /** Whether the user has just sent a sign-in form that was not used, because of the session that there was. */
    isSignedInAlready?: boolean;
    otherAccount?: boolean;
    /** The account that this browser has opened the request with, if another one is signed in. */
    formerAccount?: string;
  };
  /** `userCode` is the code from the link or the visitor; `problem` says why it was refused. */
  device: { challenge: string; userCode: string; problem?: 'empty' | 'wrong' };
  deviceDone: object;
  deviceDenied: object;
}

/** The name of a page. */
export type PageName = keyof PageProps;

/** A screen with its props, which the server renders and the browser hydrates. */
export type Page = { [Name in PageName]: { name: Name; props: PageProps[Name] } }[PageName];
