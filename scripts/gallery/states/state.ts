import type { Page, PageContext } from '../../../shared/page.ts';
import type { Step } from './interaction.ts';

/** A page in one state, as its loader would give it. */
export interface State {
  /** The page's name and what is special about the state: `login/wrong-password`. */
  name: string;
  page: Page;
  /** What differs from the context of a signed-out visitor. */
  context?: Partial<PageContext>;
  /** Whether what the page does when it has been open for a while happens at once. */
  hurries?: boolean;
  /** What the visitor does on the page; only browsers that run scripts get into such a state. */
  steps?: Step[];
}

/** The time at which every state is shown: shortly after its flow was made. */
export const shownAt = Date.UTC(2026, 0, 1, 12);

/** The context of somebody who is signed in. */
export const signedIn: Partial<PageContext> = {
  signedInAs: 'Ada Lovelace',
  signedInAddress: 'ada@portal.example',
};

/** Texts as long as users and applications write them, for layouts that have to bear them. */
export const long = {
  name: 'Wolfeschlegelsteinhausenbergerdorff Medizinische Versorgungsgesellschaft',
  address: 'wolfeschlegelsteinhausenbergerdorff.senior@krankenhausverwaltung.portal.example',
};
