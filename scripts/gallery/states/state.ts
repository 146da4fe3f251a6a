import type { Page, PageContext } from '../../../shared/page.ts';
import type { Step } from './interaction.ts';

/** A page in one state, as its loader would return it. */
export interface State {
  /** The page's name and what is special about the state: `login/wrong-password`. */
  name: string;
  page: Page;
  /** The differences from the context of a signed-out visitor. */
  context?: Partial<PageContext>;
  /** Whether the page's delayed actions happen at once. */
  hurries?: boolean;
  /** The visitor's steps on the page; only browsers with scripts reach such a state. */
  steps?: Step[];
}

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
