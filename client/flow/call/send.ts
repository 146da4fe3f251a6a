import { classify, type Outcome } from '../../../shared/flow/classify.ts';
import { startQuery } from '../../../shared/flow/startQuery.ts';
import { isStepUp, sentEmail } from '../../../shared/flow/flowState.ts';
import { pagePath, withQuery } from '../../../shared/flow/pagePath.ts';
import { fieldsOf, listOf } from '../../../shared/fields.ts';
import { inputAttributes } from '../../../shared/flow/inputAttributes.ts';
import { wrongType } from '../../../shared/flow/messageId.ts';
import type { Flow, FlowKind, FlowOf } from '../../../shared/page.ts';
import { browser } from '../answer/browser.ts';
import { keepPending } from '../answer/pendingChange.ts';
import { showAnswer, type SentFrom } from '../answer/showAnswer.ts';
import type { Submission } from '../form/readForm.ts';
import { listName } from '../../../shared/flow/nodeName.ts';
import { formBody, type DemandedTypes } from '../../../shared/flow/formBody.ts';
import { callProvider } from './callProvider.ts';

/** Returns the provider's path that creates a browser flow. @param query see `startQuery` */
const startPath = (kind: FlowKind, query: URLSearchParams): string =>
  withQuery(`/self-service/${kind}/browser`, query);

/** Returns the provider's path that fetches an existing flow. */
const flowPath = (kind: FlowKind, id: string): string =>
  withQuery(`/self-service/${kind}/flows`, new URLSearchParams({ id }));

/** Options for calls. */
interface CallOptions {
  /** The origin at which browsers reach the identity service: flows are started again there. */
  identityServiceUrl: string;
  /** How long each call may take, in milliseconds; no limit by default. */
  timeoutMs?: number;
  signal: AbortSignal;
}

/** The id of the identity whose settings a flow changes; undefined for other kinds. */
const ownerOf = (flow: Flow): unknown => fieldsOf(fieldsOf(flow).identity).id;

/** The flows that have replaced others before anything was sent, by the id of the former one. */
const renewed = new Map<string, Promise<Outcome>>();

async function ask(kind: FlowKind, url: string, options: CallOptions, content?: object): Promise<Outcome> {
  const { timeoutMs, signal } = options;
  return classify(kind, await callProvider(url, { body: content, timeoutMs, signal }));
}

/** Returns an outcome, or a restart if somebody else has signed in meanwhile: this page is not theirs. */
const ofSameOwner = (former: Flow, outcome: Outcome): Outcome =>
  outcome.kind === 'flow' && ownerOf(outcome.flow) !== ownerOf(former)
    ? { kind: 'restart', notice: 'expired' }
    : outcome;

async function start(
  kind: FlowKind,
  former: Flow,
  query: URLSearchParams,
  options: CallOptions,
): Promise<Outcome> {
  const url = new URL(startPath(kind, query), options.identityServiceUrl).href;
  return ofSameOwner(former, await ask(kind, url, options));
}

/** Starts a flow again with the same parameters. A form submitted meanwhile waits, and goes to the new flow. */
export async function startAgain(kind: FlowKind, flow: Flow, options: CallOptions): Promise<Outcome> {
  const renewal =
    renewed.get(flow.id) ?? start(kind, flow, startQuery(browser.url(), flow.request_url), options);
  renewed.set(flow.id, renewal);
  const outcome = await renewal;
  if (outcome.kind !== 'flow') renewed.delete(flow.id);
  return outcome;
}

/**
 * Adds the types that a refusal demands of fields.
 *
 * @returns whether there are further ones, so that the form can be sent again
 */
function learnTypes(outcome: Outcome, demanded: DemandedTypes): boolean {
  if (outcome.kind !== 'flow') return false;
  let isNew = false;
  for (const node of outcome.flow.ui.nodes)
    for (const { id, context } of node.messages) {
      if (id !== wrongType) continue;
      const name = listName(inputAttributes(node)?.name ?? '');
      const types = demanded.get(name) ?? new Set();
      for (const type of listOf(fieldsOf(context).allowed_types)) {
        const jsonType = type === 'integer' ? 'number' : type;
        if ((jsonType !== 'array' && jsonType !== 'number') || types.has(jsonType)) continue;
        demanded.set(name, types.add(jsonType));
        isNew = true;
      }
    }
  return isNew;
}

/**
 * Sends a form to the provider as JSON, starts an expired flow again, and has the answer shown. The sign-in page
 * loads this, and the code that reads answers, on the first interaction.
 */
export async function send<Kind extends FlowKind>(
  flow: FlowOf[Kind],
  { submitter, section, values, nodes, typed }: Submission,
  page: Pick<SentFrom<Kind>, 'kind' | 'setShown' | 'settle'>,
  options: CallOptions,
): Promise<void> {
  const { kind } = page;
  const query = startQuery(browser.url(), flow.request_url);
  const sentFrom: SentFrom<Kind> = {
    ...page,
    flow,
    section,
    query,
    goBack: (later) =>
      void startAgain(kind, later, options).then((again) => showAnswer(again, { ...sentFrom, flow: later })),
  };
  const renewal = await renewed.get(flow.id);
  const { action } = (renewal?.kind === 'flow' ? renewal.flow : flow).ui;
  const demanded: DemandedTypes = new Map();
  const { traits } = fieldsOf(fieldsOf(flow).identity);
  let outcome: Outcome;
  do outcome = await ask(kind, action, options, formBody(values, nodes, { demanded, traits }));
  while (learnTypes(outcome, demanded));
  if (outcome.kind === 'navigate' || outcome.kind === 'signedOut')
    keepPending(kind, { action, section, submitter, typed });
  // another tab may have signed in somebody else, whom only the portal's server can name
  if (outcome.kind !== 'restart' || (outcome.notice === 'csrf' && isStepUp(flow))) {
    showAnswer(outcome, sentFrom);
    return;
  }
  const { flowId, notice } = outcome;
  if (flowId && flow.state === sentEmail && (kind === 'verification' || kind === 'recovery')) {
    // only the portal's server knows the address to which the code was mailed
    browser.goTo(pagePath(kind, new URLSearchParams({ flow: flowId })));
    return;
  }
  if (!query.has('return_to') && outcome.returnTo) query.set('return_to', outcome.returnTo);
  const again = flowId
    ? ofSameOwner(
        flow,
        await ask(kind, new URL(flowPath(kind, flowId), options.identityServiceUrl).href, options),
      )
    : await start(kind, flow, query, options);
  showAnswer(again, sentFrom, notice);
}
