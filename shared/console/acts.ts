/** What somebody may do in the console, from the least: see, help people, everything. */
export const consoleRoles = ['read', 'help', 'write'] as const;

/** What somebody may do in the console. */
export type ConsoleRole = (typeof consoleRoles)[number];

/** Whether a role includes another one. */
export const includesRole = (role: ConsoleRole, needed: ConsoleRole): boolean =>
  consoleRoles.indexOf(role) >= consoleRoles.indexOf(needed);

/** The console's lists and figures, in the order of its navigation, with the key that follows `g`. */
export const consoleDestinations = [
  { name: 'overview', path: '/manage', key: 'o' },
  { name: 'people', path: '/manage/people', key: 'p' },
  { name: 'sessions', path: '/manage/sessions', key: 's' },
  { name: 'mails', path: '/manage/mails', key: 'm' },
  { name: 'limited', path: '/manage/limited', key: 'l' },
  { name: 'applications', path: '/manage/applications', key: 'c' },
  { name: 'log', path: '/manage/log', key: 'a' },
] as const;

/** The acts that undo each other, or are gentler than another. */
type Reverse = 'activate' | 'deactivate' | 'cancelDeletion' | 'deletePerson';

/** What an act asks for before it is made. */
interface ActRow {
  /** The least role that may do it. */
  role: ConsoleRole;
  /** Whether it is about one thing of its target, such as a session, which `item` names. */
  item?: true;
  /** Whether a reason must be given, for the log. */
  reason?: true;
  /** Whether it cannot be undone: the target's name is typed. */
  destroys?: true;
  /** Whether it ends or removes something. */
  ends?: true;
  /** The act that takes it back. */
  undo?: Reverse;
  /** A gentler act. */
  instead?: Reverse;
}

/** What can be done to a person; each has a page of its own, which asks: `/manage/people/{id}/{act}`. */
export const personActs = {
  mailRecoveryCode: { role: 'help' },
  mailVerificationCode: { role: 'help', item: true },
  liftLimits: { role: 'help' },
  activate: { role: 'help', undo: 'deactivate' },
  deactivate: { role: 'help', reason: true, ends: true, undo: 'activate' },
  endSession: { role: 'help', item: true, ends: true },
  endSessions: { role: 'help', ends: true },
  removeSecondFactor: { role: 'help', item: true, reason: true, ends: true },
  showRecoveryCode: { role: 'write', reason: true },
  removeCredential: { role: 'write', item: true, reason: true, ends: true },
  withdrawApplication: { role: 'write', item: true, ends: true },
  cancelDeletion: { role: 'write', undo: 'deletePerson' },
  deletePerson: {
    role: 'write',
    reason: true,
    destroys: true,
    ends: true,
    undo: 'cancelDeletion',
    instead: 'deactivate',
  },
} as const satisfies Record<string, ActRow>;

/** What can be done to an OAuth2 application: `/manage/applications/{id}/{act}`. */
export const applicationActs = {
  endTokens: { role: 'write', reason: true, ends: true },
  rotateSecret: { role: 'write', reason: true, destroys: true },
} as const satisfies Record<string, ActRow>;

/** An act on a person. */
export type PersonAct = keyof typeof personActs;
/** An act on an application. */
export type ApplicationAct = keyof typeof applicationActs;
/** Any act that a page asks about. */
export type ConsoleAct = PersonAct | ApplicationAct;

/** Returns what an act asks for. */
export const actRow = (act: ConsoleAct): ActRow => ({ ...personActs, ...applicationActs })[act];

/** Returns the page that asks about an act on a person. @param item what of the person it is about */
export const personActUrl = (id: string, act: PersonAct, item?: string): string =>
  `/manage/people/${encodeURIComponent(id)}/${act}${item === undefined ? '' : `?item=${encodeURIComponent(item)}`}`;

/**
 * Returns the page of an application. An id may be any text, such as a URL, and no path may have an escaped slash: `~` takes the place
 * of the percent sign.
 */
export const applicationUrl = (id: string, act?: ApplicationAct): string => {
  const segment = encodeURIComponent(id).replaceAll('~', '%7E').replaceAll('%', '~');
  return `/manage/applications/${segment}${act === undefined ? '' : `/${act}`}`;
};

/** How an act can have ended: made, refused, failed; or that it has not. */
export const outcomes = ['made', 'refused', 'failed', 'begun'] as const;

/** What an administrator can do that has no page of its own which asks. */
export const otherActs = ['editTraits', 'createPerson', 'resendMail', 'rebuildIndex', 'exportLog'] as const;
