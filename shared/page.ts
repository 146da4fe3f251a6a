import type { LoginFlow, RecoveryFlow, RegistrationFlow, SettingsFlow, VerificationFlow } from '@ory/client';
import type { ClientDetails, OwnApplications } from './applications.ts';
import type { Locale } from './messages/locales.ts';
import type { OwnCredentials } from './credentials.ts';
import type { OwnSessions } from './sessions.ts';
import type { SettingsChange } from './flow/settingsChange.ts';

/** The self-service flows of the provider, by the name that its paths use. */
export const flowKinds = ['login', 'registration', 'recovery', 'verification', 'settings'] as const;

export type FlowKind = (typeof flowKinds)[number];

export interface FlowOf {
  login: LoginFlow;
  registration: RegistrationFlow;
  recovery: RecoveryFlow;
  verification: VerificationFlow;
  settings: SettingsFlow;
}

export type Flow = FlowOf[FlowKind];

/** A notice of the portal itself about a flow, beside the provider's messages. */
export type Notice =
  | 'expired'
  | 'csrf'
  | 'elsewhere'
  | 'ended'
  | 'registered'
  | 'signedOut'
  | 'filledIn'
  | 'unverified'
  | 'verified'
  | 'confirmed'
  | 'oneMoreStep';

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
  /** Path and query of this page: where a change of language or theme returns to. */
  path: string;
  /** For the portal's own POSTs (`_csrf`); a flow's forms carry the provider's token instead. */
  csrfToken: string;
  /** The signed-in user's name or address; absent when nobody is signed in. */
  signedInAs?: string;
  /** The signed-in user's address, if the identity has one; before the second factor the one that was typed, if it is certain. */
  signedInAddress?: string | undefined;
  /** Whether there is a session that still needs a second factor. */
  awaitsSecondFactor?: boolean;
  /**
   * What the page warns of: the browser sent a cookie of the provider twice, so that both were ignored; or the credentials
   * that the account had before its address was proved have ended, whether somebody is signed in or has to sign in without them.
   */
  warning?: 'doubledCookies' | 'credentialsEnded' | 'credentialsEndedSignedOut' | undefined;
  supportEmail?: string;
  /** How many characters a new password has at least; 0 or absent: the page does not say. */
  passwordMinLength?: number;
  /** The URL where subscriptions are managed. */
  customerPortalUrl: string;
  /** The origin at which the browser reaches the identity service: the portal's own unless a setting says otherwise. */
  identityServiceUrl: string;
  /** How long the browser waits for an answer of the provider, in milliseconds; absent or 0: without limit. */
  requestTimeoutMs?: number;
  /** When the page was served, in milliseconds since 1970: server and browser count a message's minutes from it. */
  servedAt?: number;
}

interface FlowPage<Kind extends FlowKind> {
  flow: FlowOf[Kind];
  notice?: Notice;
  /**
   * Whether the browser itself sends the forms, and not a script: when a sign-up for an application ends, Kratos 1.3.1
   * tells nobody but a browser where the application's request goes on.
   */
  sentByBrowser?: boolean;
}

/** What a browser remembers of the last sign-in. */
export interface Remembered {
  /** The methods used last, the latest first; a social one is `oidc.<provider>`. */
  lastMethods?: string[] | undefined;
  /** The address that was signed in. */
  lastAddress?: string | undefined;
}

/** A provider or portal error as the error card shows it; `details` is what the JSON box holds. */
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

/** A sign-in for an application that a recovery, which ends in the settings, has interrupted. */
export interface WaitingSignIn {
  url: string;
  clientName?: string | undefined;
}

/** A settings flow with no more than the form that creates a passkey. */
export type PasskeyOffer = Pick<SettingsFlow, 'ui'>;

/** The props of each screen, from its loader. */
export interface PageProps {
  /** `passkeyAdded`: the visitor has just created the passkey that was offered. */
  home: {
    androidAppUrl: string;
    iosAppUrl: string;
    unreachable?: boolean;
    passkeyOffer?: PasskeyOffer;
    passkeyAdded?: boolean;
    /** Whether nobody can sign up: the provider's registration is turned off. */
    signUpOff?: boolean;
  };
  /**
   * `onlyMethod`: the user has no other second factor. `cancel` is the challenge of an application's request, to refuse it.
   */
  login: FlowPage<'login'> &
    Remembered & {
      onlyMethod?: boolean;
      cancel?: { challenge: string; isForDevice?: boolean };
      forgotPasswordUrl?: string;
      signupUrl?: string;
      logoutUrl?: string;
    };
  registration: FlowPage<'registration'> & { loginUrl: string; recoveryUrl?: string };
  recovery: FlowPage<'recovery'> & { loginUrl: string };
  /** `sentTo` is the address that this browser's code was sent to, which the provider does not say again after a wrong one. */
  verification: FlowPage<'verification'> & { signupUrl?: string; loginUrl: string; sentTo?: string };
  /**
   * `sessions` and `credentials` are absent if the provider did not list them, `applications` if there is no OAuth2 provider; `waiting` is the
   * sign-in for an application to go on with after a recovery; `changed` is the change that the browser itself has just sent.
   */
  settings: FlowPage<'settings'> & {
    logoutUrl: string;
    sessions?: OwnSessions;
    credentials?: OwnCredentials;
    applications?: OwnApplications;
    waiting?: WaitingSignIn;
    changed?: SettingsChange;
    /** Whether the provider's verification is turned off. */
    verificationOff?: boolean;
    /** Whether the provider's recovery is. */
    recoveryOff?: boolean;
  };
  /**
   * `next` is where a confirmed logout leads, if not to the sign-in page; `challenge` is Hydra's, and `clientName` the
   * application that asks for the logout.
   */
  logout: { returnTo?: string; next?: string; challenge?: string; clientName?: string };
  /**
   * `retryUrl` is where to try again what failed without the visitor's doing; `application` the one to start again at, if
   * one has asked for the sign-in.
   */
  error: { error: ErrorDetails; backUrl: string; retryUrl: string; application?: Application };
  accessibility: object;
  /** `otherAccount`: somebody else is signed in than the user whom the application asks. */
  consent: {
    challenge: string;
    client: ClientDetails;
    scopes: string[];
    /** How long a decision can be remembered, in days: 0 until it is withdrawn, absent if the user is always asked. */
    rememberDays?: number;
    /** Logs out, to begin the request again with another account. */
    switchUrl: string;
    otherAccount?: boolean;
  };
  /** `userCode` is what the link or the visitor gave; `problem` says why it was not taken. */
  device: { challenge: string; userCode: string; problem?: 'empty' | 'wrong' };
  deviceDone: object;
  deviceDenied: object;
}

export type PageName = keyof PageProps;

/** A screen with all that it needs: what the server renders and the browser hydrates. */
export type Page = { [Name in PageName]: { name: Name; props: PageProps[Name] } }[PageName];
