import type { ConsoleContext, ConsolePage } from '../../../shared/console/pages.ts';
import type { Page, PageContext } from '../../../shared/page.ts';
import type { Step } from './interaction.ts';

/** A page in one state, as its loader would return it. */
export interface State<Shown = Page, Context = PageContext> {
  /** The page's name and what is special about the state: `login/wrong-password`. */
  name: string;
  page: Shown;
  /** The differences from the context of a signed-out visitor. */
  context?: Partial<Context>;
  /** Whether the page's delayed actions happen at once. */
  hurries?: boolean;
  /** The visitor's steps on the page; only browsers with scripts reach such a state. */
  steps?: Step[];
}

/** A page of the console in one state. */
export interface ConsoleState extends State<ConsolePage, ConsoleContext> {
  context: Partial<ConsoleContext> & Pick<ConsoleContext, 'role'>;
}

/** A page of the portal or of its console. */
export type AnyState = State | ConsoleState;

/** Whether a state is one of the console's. */
export const isOfConsole = (state: AnyState): state is ConsoleState =>
  state.context !== undefined && 'role' in state.context;

/** Returns the name of a state's page, as in `data-page`. */
export const pageNameOf = (state: AnyState): string =>
  isOfConsole(state) ? `console-${state.page.name}` : state.page.name;

/** The time at which every state is shown: shortly after its flow was created. */
export const shownAt = Date.UTC(2026, 0, 1, 12);

/** The context of a signed-in user. */
export const signedIn: Partial<PageContext> = {
  signedInAs: 'Ada Lovelace',
  signedInAddress: 'ada@portal.example',
};

/** Texts as long as users and applications may write them, to test layouts. */
export const long = {
  name: 'Wolfeschlegelsteinhausenbergerdorff Medizinische Versorgungsgesellschaft',
  address: 'wolfeschlegelsteinhausenbergerdorff.senior@krankenhausverwaltung.portal.example',
};

/** The form that mails an unverified address of the user's a code. */
export const mailForm = { action: '/verification', token: 't', method: 'code', label: 'provider.1010015' };
