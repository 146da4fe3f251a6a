import type { UiNode } from '@ory/client';
import type { Flow, FlowKind } from '../../../shared/page.ts';
import { isStepUp } from '../../../shared/flow/flowState.ts';
import {
  inputAttributes,
  isButton,
  isField,
  isHidden,
  isSubmit,
} from '../../../shared/flow/inputAttributes.ts';
import { isSideStep } from '../../../shared/flow/buttons.ts';
import {
  groups,
  isFactor,
  isShared,
  isSocial,
  methodOf,
  needsAddress,
} from '../../../shared/flow/methods.ts';
import * as nodeGroup from '../../../shared/flow/nodeGroup.ts';
import * as nodeName from '../../../shared/flow/nodeName.ts';

/** The nodes of one method within a form, in the provider's order. */
export interface Part {
  group: string;
  nodes: UiNode[];
}

/** One form of a screen. */
export interface Form {
  /** The method that the form is for, `main` for the form that several methods share. */
  id: string;
  /** Hidden inputs that every form of the flow sends, such as the CSRF token. */
  hidden: UiNode[];
  parts: Part[];
}

/** The nodes of a form's parts, in order. */
export const nodesOf = ({ parts }: Pick<Form, 'parts'>): UiNode[] => parts.flatMap(({ nodes }) => nodes);

/** Whether a form has a certain node among those of its parts. */
export const hasNode = (form: Form, isSought: (node: UiNode) => boolean): boolean =>
  nodesOf(form).some(isSought);

/** A form of a screen, and the methods in it. */
interface Row {
  id: string;
  groups: string[];
}

const socialGroups = groups.filter(isSocial);
const sharedGroups = groups.filter(isShared);

/** The form of one method; the social ones share it. */
const alone = (group: string): Row =>
  isSocial(group) ? { id: nodeGroup.oidc, groups: socialGroups } : { id: group, groups: [group] };

const ways = groups.filter((group) => isShared(group) || isFactor(group, 'first'));

/** One form for all methods but some, in the order of their rows; the social ones above it, and the others below. */
const together = (isApart: (group: string) => boolean): Row[] => [
  alone(nodeGroup.oidc),
  { id: 'main', groups: ways.filter((group) => !isApart(group)) },
  ...ways.filter((group) => isApart(group) && !isSocial(group)).map(alone),
];

/** Lays out a form for each method that has a place on a screen; one of them has the nodes that all methods share. */
function apart(screen: 'stepUp' | 'settings', main: string): Row[] {
  const placeOf = (group: string): number => methodOf(group)[screen] ?? 0;
  return groups
    .filter((group) => placeOf(group) > 0)
    .sort((one, other) => placeOf(one) - placeOf(other))
    .map((group) =>
      group === main ? { id: main, groups: [...new Set([...sharedGroups, group])] } : alone(group),
    );
}

/** The forms of each screen and the methods within each form, in display order. */
const layouts: Record<FlowKind | 'secondFactor', Row[]> = {
  // one address serves the mailed code, the password and the security key, so these share a form
  login: together((group) => !needsAddress(group)),
  secondFactor: apart('stepUp', nodeGroup.password),
  // every way to register sends the traits, so all but the social ones share a form
  registration: together(isSocial),
  recovery: together(isSocial),
  verification: together(isSocial),
  settings: apart('settings', nodeGroup.profile),
};

/**
 * Whether a login shows one form per method: it is a step-up or a re-authentication, and offers a second factor. A
 * script or a hidden input alone does not count.
 */
export function isSecondFactor(flow: Flow): boolean {
  return (
    isStepUp(flow) &&
    flow.ui.nodes.some((node) => isFactor(node.group, 'second') && (isField(node) || isButton(node)))
  );
}

/** Whether a node has the address that the flow is bound to, in whichever group the provider put it. */
const isIdentifier = (node: UiNode) => inputAttributes(node)?.name === nodeName.identifier;

/** The `group` of a form's last part, which belongs to no method. */
export const sideSteps = '';

/** Returns the methods of a form in order, then the buttons that lead back or resend a code. */
function partsOf(ofForm: string[], nodes: UiNode[]): Part[] {
  const own = nodes.filter((node) => ofForm.includes(node.group));
  const methods = ofForm.map((group) => ({
    group,
    nodes: own.filter((node) => node.group === group && !isSideStep(node)),
  }));
  const parts = [...methods, { group: sideSteps, nodes: own.filter(isSideStep) }];
  return parts.filter((part) => part.nodes.length > 0);
}

/** Returns a button's group, name and value, for comparison. */
function contentOf(node: UiNode): string {
  const input = inputAttributes(node);
  return JSON.stringify([node.group, input?.name, input?.value]);
}

/** Whether an earlier button sends the same: Kratos lists the button of a mailed link twice. */
const isRepeated = (node: UiNode, at: number, nodes: UiNode[]): boolean =>
  isSubmit(node) && nodes.findIndex((other) => isSubmit(other) && contentOf(other) === contentOf(node)) < at;

/** Whether a button resends a code although the flow mails links: Kratos then sends nothing and ends the flow. */
const isUselessResend = (node: UiNode, nodes: UiNode[]): boolean =>
  node.group === nodeGroup.code &&
  isSideStep(node) &&
  nodes.some((other) => other.group === nodeGroup.link && isSubmit(other));

/**
 * Moves fields whose form has no button into the first form that has one: if a social account lacks a required trait,
 * the provider sends the traits in the group `default` and their button in the group `oidc` or `saml`.
 */
function withButtons(forms: Form[]): Form[] {
  const target = forms.find((form) => hasNode(form, isButton));
  const withoutButton = forms.filter((form) => hasNode(form, isField) && !hasNode(form, isButton));
  const [first] = withoutButton;
  if (!target || !first) return forms;
  const joined = { ...first, parts: [...withoutButton, target].flatMap(({ parts }) => parts) };
  return forms.flatMap((form) => (form === target ? [joined] : withoutButton.includes(form) ? [] : [form]));
}

/**
 * Splits a flow into forms. Every node is in one of them: a group that the screen's layout does not list gets a form of
 * its own at the end.
 */
export function formsOf(kind: FlowKind, flow: Flow): Form[] {
  const layout = layouts[kind === 'login' && isSecondFactor(flow) ? 'secondFactor' : kind];
  const isSentByEveryForm = (node: UiNode) =>
    isHidden(node) && (node.group === nodeGroup.common || isIdentifier(node));
  const hidden = flow.ui.nodes.filter(isSentByEveryForm);
  const nodes = flow.ui.nodes.filter(
    (node, at, all) => !isSentByEveryForm(node) && !isRepeated(node, at, all) && !isUselessResend(node, all),
  );
  const inLayout = new Set(layout.flatMap((row) => row.groups));
  const others = new Set<string>(nodes.map((node) => node.group).filter((group) => !inLayout.has(group)));
  const found = [...layout, ...Array.from(others, alone)]
    .map((row) => ({ id: row.id, hidden, parts: partsOf(row.groups, nodes) }))
    .filter((form) => form.parts.length > 0);
  if (found.length === 0) return [{ id: 'main', hidden, parts: [] }];
  return kind === 'settings' ? found : withButtons(found);
}

/** Whether a form shows anything: one with only hidden inputs and scripts gets no divider. */
export const isVisible = (form: Form): boolean =>
  hasNode(form, (node) => node.type !== 'script' && !isHidden(node));
