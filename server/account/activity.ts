import { activityGroups, optionalNotices, type ActivityGroup } from '../../shared/activity.ts';
import { fieldsOf } from '../../shared/fields.ts';
import { pageRow } from '../../shared/pages.ts';
import { notFound } from '../http/errors.ts';
import type { RequestHandler } from 'express';
import type { Loader } from '../pages/loader.ts';
import { justChosen } from '../security/cookies/notices.ts';
import type { Settings } from '../settings/config.ts';
import type { KratosFrontend } from '../upstreams/kratos.ts';
import { visitor } from '../upstreams/session.ts';
import { localeCookie } from '../render/locale.ts';
import { recipientOf } from '../store/recipient.ts';
import { clientOf, type Recorder } from '../store/recorder.ts';
import type { HistoryPage } from '../store/events.ts';
import type { Store } from '../store/store.ts';
import { signInAgain } from '../urls/links.ts';
import { pageUrl } from '../urls/paths.ts';
import { shownActivity } from '../../shared/shownActivity.ts';
import { signedIn } from './signedIn.ts';

const isGroup = (name: string | null): name is ActivityGroup =>
  name !== null && Object.hasOwn(activityGroups, name);

const urlOf = (show: ActivityGroup | undefined, after?: string): string =>
  pageUrl(pageRow('activity').path, { show, after });

/** Returns the props that lead to the pages before and after one. */
const linksOf = (show: ActivityGroup | undefined, { next, isFirst }: HistoryPage) => ({
  ...(next !== undefined && { olderUrl: urlOf(show, next) }),
  ...(!isFirst && { latestUrl: urlOf(show) }),
});

/**
 * `GET /activity`: what happened to the signed-in user's account, the latest first. `show` is a group of events, `after` the
 * token of the page before; wrong ones mean everything and the first page.
 *
 * @param store without one there is no such page
 * @throws PortalError when the portal keeps no history, or Kratos does not say who is signed in
 */
export const activity =
  (store: Store | undefined): Loader =>
  async (visit) => {
    if (!store) throw notFound();
    const who = await signedIn(visit);
    if ('redirect' in who) return who;

    const { query, cookie, settings } = visit;
    const [asked, after] = [query.get('show'), query.get('after') ?? undefined];
    const show = isGroup(asked) ? asked : undefined;
    // the store logs why it cannot be read
    const history = await store.history(who.identity, { group: show, after }).catch(() => undefined);
    const muted = sendsMails(settings) ? await store.muted(who.identity).catch(() => undefined) : undefined;
    const isChosen = justChosen.isIn(cookie, settings.PORTAL_URL);
    return {
      ...(isChosen && { setCookie: [justChosen.clear(settings.PORTAL_URL)] }),
      page: {
        name: 'activity',
        props: {
          ...(muted && { mails: optionalNotices.filter((kind) => !muted.includes(kind)) }),
          ...(isChosen && { isChosen }),
          ...(settings.KRATOS_HOOKS_KEY.length > 0 && { canSecure: true }),
          ...(show && { show }),
          ...(history && { events: history.events.map(shownActivity), ...linksOf(show, history) }),
        },
      },
    };
  };

/** Whether the portal mails people about events. */
const sendsMails = ({ SMTP_URL, KRATOS_HOOKS_KEY }: Settings): boolean =>
  SMTP_URL !== undefined && KRATOS_HOOKS_KEY.length > 0;

/** `POST /activity/mails`: keeps about which events the signed-in user wants mails; of fewer they are told by one. */
export const postMails =
  ({
    store,
    kratos,
    record,
    settings: { PORTAL_URL },
  }: {
    store: Store | undefined;
    kratos: KratosFrontend;
    record: Recorder | undefined;
    settings: Settings;
  }): RequestHandler =>
  async (request, response) => {
    if (!store) throw notFound();
    const { cookie } = request.headers;
    const who = await visitor(kratos, cookie);
    const account = who.kind === 'signedIn' ? who.session.identity : undefined;
    if (account === undefined) {
      response.redirect(303, signInAgain({ return_to: PORTAL_URL + pageRow('activity').path }));
      return;
    }
    const { id: identity } = account;
    const wanted = [fieldsOf(request.body).mail ?? []].flat();
    const before = await store.muted(identity);
    const muted = optionalNotices.filter((kind) => !wanted.includes(kind));
    await store.mute(identity, muted);
    const recipient = recipientOf(account, localeCookie.read(cookie, PORTAL_URL));
    for (const method of muted.filter((kind) => !before.includes(kind)))
      await record?.(clientOf(request), { identity, recipient, kind: 'mailsOff', about: { method } });
    response.append('Set-Cookie', justChosen.set(PORTAL_URL));
    response.redirect(303, `${pageRow('activity').path}#mails`);
  };
