import { fieldsOf } from '../../shared/fields.ts';
import { formOf } from '../gateway/checks/readSubmission.ts';
import type { NewBody } from '../gateway/steps.ts';
import { isForwarded, leadsToProvider, withoutJsonHints } from '../gateway/upstreamParameters.ts';
import { malformedRequest } from '../http/errors.ts';
import type { Pair } from '../security/submission/submission.ts';
import { selfRegistered } from '../upstreams/clientDetails.ts';
import type { ReadFormFlow } from '../upstreams/formFlow.ts';
import { formAsJson } from './formAsJson.ts';
import type { FormVisit } from './visit.ts';

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
