import type { UiNode, UiText } from '@ory/client';
import { classify } from '../../shared/flow/classify.ts';
import { inputAttributes } from '../../shared/flow/inputAttributes.ts';
import type { FlowOf } from '../../shared/page.ts';
import { startFlow } from '../upstreams/flows.ts';
import type { Provider } from '../upstreams/provider.ts';
import { endOtherSessions, ownSessions } from '../upstreams/ownSessions.ts';
import type { BrowserCookies } from '../security/cookies/browserCookies.ts';
import { applicationsSeenNow, ownApplications, ownConsents } from './applications.ts';
import { fillIn } from './fillIn.ts';
import { justEnded, justRecovered, justWithdrawn, reachedLimit } from '../security/cookies/notices.ts';
import { loadFlow } from './flowPage.ts';
import { mailForm } from './mailForm.ts';
import { doneAnchor } from '../../shared/flow/settingsChange.ts';
import type { Store } from '../store/store.ts';
import type { Loaded, Loader, Visit } from '../pages/loader.ts';
import { pageUrl, settingsFromTop } from '../urls/paths.ts';
import { type ChangeSent, keepChange, readChange, sentChange } from '../security/cookies/changeCookie.ts';
import { ownCredentials } from './ownCredentials.ts';
import { withMessage, withoutMessages } from './withoutMessages.ts';
import { addressesOf, isSomebodyElse, type Visitor } from '../upstreams/session.ts';
import { isWaitingSignIn } from '../../shared/flow/signInUrl.ts';
import { accountExists, accountRecovered, changesSaved } from '../../shared/flow/messageId.ts';
import * as nodeName from '../../shared/flow/nodeName.ts';
import { fieldsOf, textIn } from '../../shared/fields.ts';
import { saysLink } from '../../shared/flow/lasting.ts';
import { providerName } from '../../shared/flow/providerName.ts';
import { privilegedUntil } from '../../shared/sessions.ts';

const isRefusedLink = ({ id, context }: UiText): boolean =>
  id === accountExists && fieldsOf(context).subject === 'link';

/**
 * Moves the message that a social account belongs to somebody else to the button of its service, and names the service there.
 *
 * @param service the service's id, which the provider does not tell; by default the only one that can be linked
 */
function atItsService(flow: FlowOf['settings'], service: string | undefined): FlowOf['settings'] {
  const { nodes, messages = [] } = flow.ui;
  const refused = messages.find(isRefusedLink);
  const links = nodes.filter((node) => inputAttributes(node)?.name === nodeName.link);
  const target =
    links.find((node) => inputAttributes(node)?.value === service) ?? (links[1] ? undefined : links[0]);
  if (!refused || !target) return flow;
  const context = { ...refused.context, subject: 'service', provider: providerName(target) };
  const withMessage = (node: UiNode): UiNode => ({
    ...node,
    messages: [...node.messages, { ...refused, context }],
  });
  return {
    ...flow,
    ui: {
      ...flow.ui,
      messages: messages.filter((message) => message !== refused),
      nodes: nodes.map((node) => (node === target ? withMessage(node) : node)),
    },
  };
}

const isToken = (node: UiNode): boolean => inputAttributes(node)?.name === nodeName.csrfToken;

/**
 * Returns a flow with the browser's current CSRF token, and the cookies that come with it. Kratos issues a new token
 * at every sign-in; older flows still contain the old one, so submitting them would fail.
 */
async function withToken(
  flow: FlowOf['settings'],
  visit: Visit,
): Promise<{ flow: FlowOf['settings']; setCookie: string[] }> {
  const who = await visit.visitor();
  const signedInAt = who.kind === 'signedIn' ? who.session.authenticated_at : undefined;
  if (signedInAt === undefined || Date.parse(flow.issued_at) >= Date.parse(signedInAt))
    return { flow, setCookie: [] };
  const answer = await visit.kratos.answer(startFlow.settings({}), { cookie: visit.cookie });
  const outcome = classify('settings', answer);
  const token = outcome.kind === 'flow' ? outcome.flow.ui.nodes.find(isToken) : undefined;
  if (!token) return { flow, setCookie: [] };
  const nodes = flow.ui.nodes.map((node) => (isToken(node) ? token : node));
  return { flow: { ...flow, ui: { ...flow.ui, nodes } }, setCookie: answer.setCookie };
}

/** Returns the application's sign-in that a recovery returns to; undefined for any other `return_to`. */
function waitingSignIn({ return_to: url }: FlowOf['settings'], { settings }: Visit): string | undefined {
  return url !== undefined && isWaitingSignIn(url, settings.PORTAL_URL) ? url : undefined;
}

/**
 * Redirects a browser that sent a change without scripts to the message that confirms it, instead of the section.
 * `seen` makes that page say which change it was.
 */
function afterChange(sent: ChangeSent, setCookie: string[], { settings: { PORTAL_URL } }: Visit): Loaded {
  const seen = keepChange({ ...sent, stage: 'seen' }, PORTAL_URL);
  return {
    redirect: `${pageUrl('/settings', { flow: sent.flow })}#${doneAnchor}`,
    setCookie: [...setCookie, ...(seen === undefined ? [] : [seen])],
  };
}

/** Returns the id of the service that the last sign-in was to link, if the settings can link it. */
function notLinkedYet(
  { ui }: FlowOf['settings'],
  { cookie }: Visit,
  { lasting }: Pick<BrowserCookies, 'lasting'>,
): string | undefined {
  const service = textIn(fieldsOf(lasting.read(cookie)?.messages.find(saysLink)?.context).provider);
  const button = ui.nodes.find((node) => {
    const input = inputAttributes(node);
    return input?.name === nodeName.link && (input.value === service || providerName(node) === service);
  });
  return textIn(button && inputAttributes(button)?.value);
}

/** Removes the message of an earlier change while the last one waits for an abandoned confirmation. */
const withoutSaved = (flow: FlowOf['settings']): FlowOf['settings'] =>
  withoutMessages(flow, ({ id }) => id === changesSaved);

/** Adds the message that the account was recovered, which only the flow that the recovery has begun has. */
function sayingRecovered(flow: FlowOf['settings'], who: Visitor): FlowOf['settings'] {
  if (who.kind !== 'signedIn' || flow.ui.messages?.some(({ id }) => id === accountRecovered)) return flow;
  const privilegedSessionExpiresAt = new Date(privilegedUntil(who.session)).toISOString();
  const text = 'You successfully recovered your account.';
  return withMessage(flow, {
    id: accountRecovered,
    type: 'success',
    text,
    context: { privilegedSessionExpiresAt },
  });
}

/** `GET /settings`: manage the account. */
export const settings =
  ({
    typedFields,
    askingApplication,
    formerAccount,
    lasting,
    hydra,
    credentials,
    store,
  }: BrowserCookies & Pick<Provider, 'hydra' | 'credentials'> & { store: Store | undefined }): Loader =>
  async (visit) => {
    const former = formerAccount.read(visit.cookie);
    // that account's flow would be said to have expired
    if (former && visit.query.has('flow') && isSomebodyElse(await visit.visitor(), former))
      return { redirect: settingsFromTop };
    const [loaded, sessions, consents, own] = await Promise.all([
      loadFlow('settings', visit),
      ownSessions(visit),
      hydra && ownConsents(hydra, visit),
      credentials && visit.visitor().then((who) => ownCredentials(credentials, who)),
    ]);
    if ('redirect' in loaded) return loaded;
    const { cookie } = visit;
    const { PORTAL_URL: portalUrl } = visit.settings;
    const sent = readChange(cookie, loaded.flow, portalUrl);
    if (sent?.stage === 'answered') {
      if (sent.change === 'passkeyOff') await endOtherSessions(visit);
      return afterChange(sent, loaded.setCookie, visit);
    }
    const { flow, setCookie: ofToken } = await withToken(
      sent?.stage === 'waits' ? withoutSaved(loaded.flow) : loaded.flow,
      visit,
    );
    const typed = typedFields.read(cookie, flow.id);
    const isRefused = reachedLimit.read(cookie, portalUrl) !== undefined;
    const notice = loaded.notice ?? (typed && !isRefused ? 'confirmed' : undefined);
    const isVerifiable = !visit.flowsOff.isOff('verification');
    const unverified = isVerifiable ? addressesOf(await visit.visitor(), false) : [];
    const mail = await mailForm(visit, unverified, `${portalUrl}/settings`);
    const url = waitingSignIn(flow, visit);
    const notLinked = notLinkedYet(flow, visit, { lasting });
    const tried = sentChange(cookie, portalUrl);
    const placedAt = atItsService(flow, tried?.flow === flow.id ? tried.service : undefined);
    const isRecovered = justRecovered.isIn(cookie, portalUrl);
    const placed = isRecovered ? sayingRecovered(placedAt, await visit.visitor()) : placedAt;
    const props = {
      flow: typed?.length ? fillIn(placed, typed) : placed,
      ...(notice && { notice }),
      logoutUrl: '/logout',
      ...(sessions && { sessions: { ...sessions, ended: justEnded.read(cookie, portalUrl) } }),
      ...(store && { hasHistory: true }),
      ...(own && { credentials: own }),
      ...(hydra && { applications: ownApplications(consents, sessions, visit) }),
      ...(sent?.stage === 'seen' && { changed: sent.change, service: sent.service }),
      ...(!isVerifiable && { verificationOff: true }),
      ...(mail.form && { mailForm: mail.form }),
      ...(visit.flowsOff.isOff('recovery') && { recoveryOff: true }),
      ...(notLinked !== undefined && { notLinked }),
      ...(url !== undefined && { waiting: { url, clientName: askingApplication.read(cookie)?.name } }),
    };
    const seen = consents?.length ? [applicationsSeenNow(portalUrl)] : [];
    const cleared = [
      ...(justWithdrawn.isIn(cookie, portalUrl) ? [justWithdrawn.clear(portalUrl)] : []),
      ...(justEnded.read(cookie, portalUrl) ? [justEnded.clear(portalUrl)] : []),
      ...(isRecovered ? [justRecovered.clear(portalUrl)] : []),
    ];
    // the flow's own cookies come last, so that they count
    const cookies = [...(mail.setCookie ?? []), ...loaded.setCookie, ...ofToken, ...seen, ...cleared];
    const forgotten = typedFields.forget(cookie);
    const logos = props.applications?.list?.map(({ client }) => client.logoUrl) ?? [];
    return {
      page: { name: 'settings', props },
      images: logos.filter((url) => url !== undefined),
      setCookie: forgotten === undefined ? cookies : [...cookies, forgotten],
    };
  };
