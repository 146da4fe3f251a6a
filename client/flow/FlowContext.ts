import { createContext, use, type ComponentType, type ReactNode } from 'react';
import type { UiNode, UiText } from '@ory/client';
import type { Section } from './model/sections.ts';
import type { Flow, FlowKind } from '../../shared/page.ts';
import type { Severity } from '../ui/severity.ts';
import type { InputNodeProps } from './model/node.ts';
import type { FieldCheck } from './form/useFieldErrors.ts';
import type { Submission } from './form/readForm.ts';

/** What a part of the page announces. */
export interface Announcement {
  severity: Severity;
  /** A catalogue key. */
  text: string;
}

/** Components for nodes that only the settings have, passed in so that no other page loads them. */
export interface SettingsComponents {
  /** Whether a button stands in a row of its own, with the name of what it removes or links. */
  hasRow: (node: UiNode) => boolean;
  Row: ComponentType<InputNodeProps>;
  /** A list of backup codes. */
  LookupSecrets: ComponentType<{ id: string; secrets: UiText[] }>;
}

/** What the parts of a flow page share. */
export interface FlowSurroundings {
  kind: FlowKind;
  flow: Flow;
  /** How many answers have been shown since the page was served. */
  answers: number;
  /** When the flow was received, in milliseconds since 1970: “now” for the texts of its nodes. */
  now: number;
  busy?: string;
  /** What was typed last, by field name. */
  typed: Record<string, string>;
  submit: (submission: Submission, native: () => void) => void;
  /** Whether the browser itself sends the forms. */
  sentByBrowser?: boolean;
  /** Announces what no answer of the provider reports, such as a cancelled prompt. Pass `undefined` to clear it. */
  announce: (announcement?: Announcement) => void;
  /** What the portal itself finds wrong with fields, beside the provider's messages. */
  check: FieldCheck;
  /** The field or button that has the focus when the page opens, even before scripts run. */
  start?: UiNode;
  /** The button of the method used last. */
  last?: UiNode;
  /** The address to begin with: of whoever confirms who they are, or who signed in last. */
  address?: string;
  /** Content beside the label of a field, by the field's name. */
  actions?: Record<string, ReactNode>;
  components?: SettingsComponents;
  /** What to offer where the address has an account already. */
  existing?: ReactNode;
}

export const FlowContext = createContext<FlowSurroundings | undefined>(undefined);

/** A node's form. */
export interface FormSurroundings {
  section: Section;
  /** The section's name, if the page has several. */
  name?: string;
  /** The page's primary button, if this form has it. */
  emphasised?: UiNode;
  /** The text of its button where the provider says no more than 'Save'. */
  saveText?: string;
}

export const FormContext = createContext<FormSurroundings | undefined>(undefined);

/**
 * The flow around a component.
 *
 * @throws Error outside of a flow page
 */
export function useFlowContext(): FlowSurroundings {
  const surroundings = use(FlowContext);
  if (!surroundings) throw new Error('a part of a flow stands outside of FlowContext');
  return surroundings;
}

/**
 * The form around a component.
 *
 * @throws Error outside of a form
 */
export function useFormContext(): FormSurroundings {
  const form = use(FormContext);
  if (!form) throw new Error('a node stands outside of FormContext');
  return form;
}
