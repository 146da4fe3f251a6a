import type { UiNode, UiText } from '@ory/client';
import { continuesSignUp, isButtonOf } from '../../shared/flow/buttons.ts';
import { classify } from '../../shared/flow/classify.ts';
import { inputAttributes, isEmail, isField } from '../../shared/flow/inputAttributes.ts';
import * as nodeGroup from '../../shared/flow/nodeGroup.ts';
import { pagePath } from '../../shared/flow/pagePath.ts';
import { startQuery } from '../../shared/flow/startQuery.ts';
import { withLasting } from '../../shared/flow/lasting.ts';
import { notLinked, serviceStays } from '../../shared/flow/messageId.ts';
import { providerName } from '../../shared/flow/providerName.ts';
import { startFlow } from '../upstreams/flows.ts';
import type { Provider } from '../upstreams/provider.ts';
import { isVerifiedSignUp } from '../upstreams/verifiedSignUp.ts';
import { unusedAccount } from '../upstreams/unusedAccount.ts';
import type { Loader, Visit } from '../pages/loader.ts';
import { loadFlow } from './flowPage.ts';
import { correctionIn } from './correction.ts';
import { typedAddress } from './typedAddress.ts';
import { fillIn } from './fillIn.ts';
import { withoutUntried } from './withoutMessages.ts';
import { fillAddress } from '../pages/fillAddress.ts';
import { correctUrl, linkTo, purposeOf } from '../urls/links.ts';
import type { BrowserCookies } from '../security/cookies/browserCookies.ts';
import { notLinkedHere } from '../security/cookies/notices.ts';
import { pageUrl } from '../urls/paths.ts';

/**
 * Returns the name of the service whose account continues a sign-up. Kratos gives it only to the button that began the
 * sign-up, so it is read from a new flow.
 *
 * @param button the button that continues
 */
async function askForService(button: UiNode, { kratos, cookie }: Visit): Promise<string> {
  const outcome = classify('registration', await kratos.answer(startFlow.registration({}), { cookie }));
  const nodes = outcome.kind === 'flow' ? outcome.flow.ui.nodes : [];
  const method = `${button.group}.${String(inputAttributes(button)?.value)}`;
  return providerName(nodes.find(isButtonOf(method)) ?? button);
}

/** Says why a service is not offered: its account stays with the sign-up that is corrected. */
function staysWith(method: string, button: UiNode): UiText {
  const context = { service: providerName(button), method };
  const text = `${context.service} stays linked to the account with the wrong address. Sign up in another way.`;
  return { id: serviceStays, type: 'info', text, context };
}

/**
 * `GET /registration`: create an account. If `correct` names what had a mistyped address, all that is known of it is filled in.
 * If this browser has just made the account with the wrong address, the new sign-up gives it up. Otherwise its social account
 * stays with it, and is not offered again.
 */
export const registration =
  ({ identities, ...cookies }: BrowserCookies & Pick<Provider, 'identities'>): Loader =>
  async (visit) => {
    const before = cookies.signUp.read(visit.cookie);
    const { hasAccount, social, ...correction } = await correctionIn(visit, cookies, before);
    // the browser's Back: Kratos would refuse the form, which has been sent
    const isSent = before?.form !== undefined && before.form === visit.query.get('flow');
    const isOwn = before?.address !== undefined && before.address === correction.address;
    const isLast = isSent || before?.flow === visit.query.get('correct');
    if (before && identities && (isLast || isOwn) && (await isVerifiedSignUp(identities, before)))
      return { redirect: pageUrl('/login', { ...purposeOf({}, visit), verified: before.flow }) };
    if (isSent || (isOwn && before.flow !== visit.query.get('correct')))
      return { redirect: correctUrl(before.flow, purposeOf({}, visit)) };
    const loaded = await loadFlow('registration', visit);
    if ('redirect' in loaded) return loaded;
    const { setCookie } = loaded;
    const { id } = loaded.flow;
    const unfinished = loaded.flow.ui.nodes.find(continuesSignUp);
    const isOther = unfinished ?? loaded.flow.ui.messages?.find((text) => text.id === notLinked);
    // a confirmation with an account that is not linked to the user's
    if (isOther && (await visit.visitor()).kind === 'signedIn')
      return {
        redirect: pagePath('login', startQuery(loaded.flow.request_url)),
        setCookie: [...setCookie, notLinkedHere.set(visit.settings.PORTAL_URL)],
      };
    const replaced = cookies.typedFields.read(visit.cookie, visit.query.get('flow') ?? '');
    const typed = cookies.typedFields.read(visit.cookie, id) ?? replaced ?? correction.typed;
    const step = typed ? undefined : withoutUntried(loaded.flow);
    const awaited = cookies.awaitedCode.read(visit.cookie)?.flow;
    const correct = visit.query.get('correct');
    // its own form, refused, counts as well
    const isByCode = typed !== undefined && correct !== null && (awaited === correct || awaited === id);
    const corrects = hasAccount ?? (isByCode || correction.typed !== undefined);
    const { nodes } = loaded.flow.ui;
    const button = social === undefined ? undefined : nodes.find(isButtonOf(social));
    const isGivenUp =
      button && isOwn && identities && (await unusedAccount(identities, before)) !== undefined;
    const stays = social !== undefined && button && !isGivenUp ? [staysWith(social, button)] : [];
    // a later step does not ask for the address
    const asks = nodes.some((node) => isField(node) && isEmail(node));
    const isCorrection = (hasAccount ?? isByCode) && asks && stays.length === 0;
    const notice = loaded.notice ?? (isCorrection ? 'correcting' : undefined);
    const { address, carry } = typedAddress([id], visit, cookies);
    const begun = typed ? fillIn(loaded.flow, typed) : (step ?? loaded.flow);
    const filled = fillAddress(begun, address ?? correction.address);
    const flow = withLasting(filled, stays);
    const purpose = purposeOf(flow, visit);
    const props = {
      flow,
      ...(notice && { notice }),
      ...(corrects && { corrects }),
      ...(isByCode && { lastMethods: [nodeGroup.code] }),
      ...(unfinished && { service: await askForService(unfinished, visit) }),
      ...(before && { verificationUrl: pageUrl('/verification', { flow: before.flow }) }),
      ...(flow.oauth2_login_challenge && { sentByBrowser: true }),
      loginUrl: carry(linkTo('login', purpose, visit)),
      ...(!visit.flowsOff.isOff('recovery') && { recoveryUrl: carry(linkTo('recovery', purpose, visit)) }),
    };
    return { page: { name: 'registration', props }, setCookie };
  };
