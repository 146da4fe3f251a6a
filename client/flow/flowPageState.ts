import type { ReactNode } from 'react';
import type { FlowKind, FlowOf, Notice } from '../../shared/page.ts';

/** The current state of a flow page. */
export interface FlowPageState<Kind extends FlowKind> {
  flow: FlowOf[Kind];
  notice?: Notice;
  /** Why the last submit failed. */
  failure?: ReactNode;
  /** How many answers have been shown since the page was served: 0 is the served page. */
  answers: number;
  /** When the flow was received, in milliseconds since 1970. */
  at: number;
  /** The id of the section whose form was sent last. */
  section?: string;
  /** How often each form was reset because its change was saved; by section id. */
  resetCounts: Record<string, number>;
  /** The values typed so far, by field name, for a step that asks for them again; never a password. */
  typed: Record<string, string>;
}
