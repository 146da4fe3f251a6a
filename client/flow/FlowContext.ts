import { createContext, use, type ComponentType, type ReactNode } from 'react';
import type { UiNode, UiText } from '@ory/client';
import type { Form } from './model/forms.ts';
import type { Flow, FlowKind } from '../../shared/page.ts';
import type { Severity } from '../ui/severity.ts';
import type { InputNodeProps } from './model/node.ts';
import type { FieldCheck } from './form/useFieldErrors.ts';
import type { Submission } from './form/readForm.ts';

/** An announcement by a part of the page. */
export interface Announcement {
  severity: Severity;
  /** A catalogue key. */
  text: string;
}

/** Components for nodes found only in the settings, passed in so that no other page loads them. */
export interface SettingsComponents {
  /** Whether a button has its own row, with the name of the item that it removes or links. */
  hasRow: (node: UiNode) => boolean;
  Row: ComponentType<InputNodeProps>;
  /** A list of backup codes. */
  LookupSecrets: ComponentType<{ id: string; secrets: UiText[] }>;
}

/** The state shared by the parts of a flow page. */
export interface FlowSurroundings {
  kind: FlowKind;
  flow: Flow;
  /** How many answers have been shown since the page was served. */
  answers: number;
  /** When the flow was received, in milliseconds since 1970: “now” for the texts of its nodes. */
  now: number;
  busy?: string;
  /** The values typed last, by field name. */
  typed: Record<string, string>;
  submit: (submission: Submission, native: () => void) => void;
  /** Whether the browser itself sends the forms. */
  sentByBrowser?: boolean;
  /** Announces what no answer reports, such as a cancelled prompt; undefined clears it. */
  announce: (announcement?: Announcement) => void;
  /** The portal's own field errors, in addition to the provider's messages. */
  check: FieldCheck;
  /** The field or button that has the focus when the page opens, even before scripts run. */
  start?: UiNode;
  /** The button of the method used last. */
  last?: UiNode;
  /** The address to begin with: of the user who re-authenticates, or who signed in last. */
  address?: string;
  /** Content beside the label of a field, by the field's name. */
  actions?: Record<string, ReactNode>;
  components?: SettingsComponents;
  /** Where a wrong address is corrected, if not in the flow's own form. */
  correctUrl?: string;
  /** Content to offer if the address already has an account. */
  existing?: ReactNode;
}

/** The context of a flow page; read it with `useFlowContext`. */
export const FlowContext = createContext<FlowSurroundings | undefined>(undefined);

/** A node's form. */
export interface FormSurroundings {
  form: Form;
  /** The section's name, if the page has several. */
  name?: string;
  /** The page's primary button, if this form has it. */
  emphasised?: UiNode;
  /** The text of its button if the provider's label is only 'Save' or 'Continue'. */
  saveText?: string;
  /** The catalogue key of what else its primary button does. */
  effect?: string;
}

/** The context of a form; read it with `useFormContext`. */
export const FormContext = createContext<FormSurroundings | undefined>(undefined);

/** Returns the flow around a component. @throws Error outside of a flow page */
export function useFlowContext(): FlowSurroundings {
  const surroundings = use(FlowContext);
  if (!surroundings) throw new Error('a part of a flow stands outside of FlowContext');
  return surroundings;
}

/** Returns the form around a component. @throws Error outside of a form */
export function useFormContext(): FormSurroundings {
  const form = use(FormContext);
  if (!form) throw new Error('a node stands outside of FormContext');
  return form;
}
