import { fieldsOf } from '../../shared/fields.ts';
import { formOf } from '../gateway/checks/readSubmission.ts';
import type { NewBody } from '../gateway/steps.ts';
import { isForwarded, leadsToProvider, withoutJsonHints } from '../gateway/upstreamParameters.ts';
import { malformedRequest } from '../http/errors.ts';
import type { Pair } from '../security/submission/submission.ts';
import { selfRegistered } from '../upstreams/clientDetails.ts';
import type { FormFlow, ReadFormFlow } from '../upstreams/formFlow.ts';
import type { FormVisit } from './visit.ts';
import type { UiNode } from '@ory/client';
import { formBody } from '../../shared/flow/formBody.ts';
import { inputAttributes } from '../../shared/flow/inputAttributes.ts';
import { isSocial } from '../../shared/flow/methods.ts';
import * as nodeName from '../../shared/flow/nodeName.ts';

const isTrait = (name: string): boolean => name.startsWith('traits.');

/** Whether a name is that of a part of the transient payload, which a form sends as JSON. */
const isOfPayload = (name: string): boolean => name.startsWith(`${nodeName.transientPayload}.`);

/** Whether Kratos reads a name in a form as something else: one with numbers or escaped dots. */
const isMisread = (name: string): boolean =>
  isTrait(name) && (name.includes('\\') || nodeName.pathOf(name).some((part) => /^\d+$/.test(part)));

const isSocialButton = (node: UiNode): boolean =>
  isSocial(node.group) && inputAttributes(node)?.type === 'submit';

/**
 * Returns a form as the JSON that scripts would send: what nobody edited is as the flow has it, and what a form has no types
 * for, such as lists of lists, is as the account has it.
 *
 * @param pairs the form's fields in order
 * @returns undefined for a form that stays as it is: one that leads to a social provider, and one without anything that Kratos
 *   misreads if the lists are unknown
 */
export function formAsJson(pairs: [string, string][], { flow, lists }: FormFlow): string | undefined {
  const { nodes } = flow.ui;
  const pressed = pairs.some(([name, value]) =>
    nodes.some((node) => {
      const input = inputAttributes(node);
      return isSocialButton(node) && input?.name === name && String(input.value) === value;
    }),
  );
  if (pressed || (lists === undefined && !pairs.some(([name]) => isMisread(name)))) return undefined;
  // any other name, such as an entry far beyond a list's end, is not the page's
  const known = new Set(nodes.map((node) => inputAttributes(node)?.name));
  const sent = pairs.filter(([name]) => known.has(name) || !(isTrait(name) || isOfPayload(name)));
  const { traits } = fieldsOf(fieldsOf(flow).identity);
  const demanded = new Map(lists?.nested.map((name) => [name, new Set(['array'])]));
  return JSON.stringify(formBody(sent, nodes, { traits, demanded, lists: lists?.flat }));
}

/** Kratos ignores an empty text, but takes it for an entry of a trait that is a list, which it stores or refuses. */
const isEmptyTrait = ([name, value]: Pair): boolean => name.startsWith('traits.') && value === '';

/**
 * Marks a client that registers itself, so that its consent page can say so: Hydra keeps no other trace of it. Go reads the
 * last of several names that differ in case only.
 */
function markSelfRegistered(json: unknown): string {
  const others = Object.entries(fieldsOf(json)).filter(([name]) => name.toLowerCase() !== 'owner');
  return JSON.stringify({ ...Object.fromEntries(others), owner: selfRegistered });
}

/** Returns the JSON for a browser's form with traits; undefined for any other, which stays a form. */
async function jsonFor(
  pairs: Pair[],
  { call: { operation }, request, form }: FormVisit,
  readFormFlow: ReadFormFlow | undefined,
): Promise<string | undefined> {
  if (!form?.typed.length || !operation.submits) return undefined;
  const found = await readFormFlow?.(operation.submits, form.flow, request.headers.cookie);
  try {
    return found && formAsJson(pairs, found);
  } catch (cause) {
    // a payload that is no JSON, or an entry beyond the end of its list
    if (cause instanceof SyntaxError || cause instanceof RangeError) throw malformedRequest();
    throw cause;
  }
}

/**
 * Returns the body that the provider gets in place of a form; undefined for one that keeps its bytes. A browser's form with
 * traits is sent as scripts would send it, see `formAsJson`, or without the traits that were left empty. The parameters for a
 * social provider that no caller may set are dropped. A client that registers itself is marked.
 *
 * @throws PortalError 400 for a form with a payload that is no JSON, or an entry beyond the end of its list
 */
export async function rewriteForm(
  visit: FormVisit,
  readFormFlow: ReadFormFlow | undefined,
): Promise<NewBody | undefined> {
  const { call, submission } = visit;
  const { operation } = call;
  if (!submission) return undefined;
  const { isForm, pairs, json } = submission;
  if (operation.registersClient) return { text: markSelfRegistered(json) };
  if (!leadsToProvider(operation)) return undefined;
  if (!isForm) {
    const text = JSON.stringify(withoutJsonHints(fieldsOf(json)));
    return text === JSON.stringify(json) ? undefined : { text };
  }
  const allowed = pairs.filter(isForwarded);
  const hasTraits = operation.submits !== 'login';
  const asJson = hasTraits ? await jsonFor(allowed, visit, readFormFlow) : undefined;
  // Kratos redirects a browser that accepts HTML, unless the type is exactly that of a script's form
  if (asJson !== undefined) return { text: asJson, type: 'application/json; charset=utf-8' };
  const kept = hasTraits ? allowed.filter((pair) => !isEmptyTrait(pair)) : allowed;
  return kept.length === pairs.length ? undefined : { text: formOf(kept) };
}
