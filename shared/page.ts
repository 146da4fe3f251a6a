import type { LoginFlow, RecoveryFlow, RegistrationFlow, SettingsFlow, VerificationFlow } from '@ory/client';
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
  | 'ended'
  | 'registered'
  | 'signedOut'
  | 'filledIn'
  | 'verified'
  | 'confirmed'
  | 'oneMoreStep';

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
  /** Whether there is a session that still needs a second factor. */
  awaitsSecondFactor?: boolean;
  /** The page's warning: the browser sent a provider cookie twice, so both were ignored. */
  warning?: 'doubledCookies' | undefined;
  supportEmail?: string;
  /** The minimum length of a new password, in characters; if 0 or absent, the page does not state it. */
  passwordMinLength?: number;
  /** The URL of the site that manages subscriptions. */
  customerPortalUrl: string;
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

/** A mailed link that its user has opened, and has yet to confirm. */
export interface OpenedLink {
  /** Where the form with the token is posted. */
  action: string;
  token: string;
  /** The address that the link was sent to, if it was requested in this browser. */
  address?: string;
}

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
  /**
   * `sentTo` is the address that this browser's code was sent to, which the provider does not repeat after a wrong
   * code.
   */
  verification: FlowPage<'verification'> & { signupUrl?: string; loginUrl: string; sentTo?: string };
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
    applications?: OwnApplications;
    waiting?: WaitingSignIn;
    changed?: SettingsChange;
    /** Whether the provider's verification is turned off. */
    verificationOff?: boolean;
    /** Whether the provider's recovery is turned off. */
    recoveryOff?: boolean;
  };
  /**
   * `next` is where a confirmed logout leads, if not to the sign-in page; `challenge` is Hydra's, and `clientName` the
   * application that asks for the logout.
   */
  logout: { returnTo?: string; next?: string; challenge?: string; clientName?: string };
  /**
   * `retryUrl` is where to retry if the visitor did not cause the failure; `application` is the one to start again
   * at, if one asked for the sign-in.
   */
  error: { error: ErrorDetails; backUrl: string; retryUrl: string; application?: Application };
  accessibility: object;
  /** `otherAccount`: a different user is signed in than the one whom the application asks. */
  consent: {
    challenge: string;
    client: ClientDetails;
    scopes: string[];
    /**
     * How long a decision can be remembered, in days: 0 means until it is withdrawn; absent if the user is always
     * asked.
     */
    rememberDays?: number;
    /** Logs out, to begin the request again with another account. */
    switchUrl: string;
    otherAccount?: boolean;
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
