import { hash, randomUUID } from 'node:crypto';
import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express';
import { actRow, applicationActs, applicationUrl, includesRole } from '../../shared/console/acts.ts';
import type { ConsoleContext } from '../../shared/console/pages.ts';
import { roleToActOn } from '../admin/consoleRoles.ts';
import { fieldsOf, textIn } from '../../shared/fields.ts';
import { canDelete } from '../deletions/planDeletion.ts';
import { notFound } from '../http/errors.ts';
import { exactRouter } from '../http/exactRouter.ts';
import { PortalError } from '../http/PortalError.ts';
import { acceptsHtml, queryIn } from '../http/requestHead.ts';
import { note } from '../http/requestRecord.ts';
import type { Pages } from '../pages/renderer.ts';
import { nonceOf } from '../security/csp/headers.ts';
import type { Store } from '../security/limits/stores.ts';
import type { BrowserCookies } from '../security/cookies/browserCookies.ts';
import { protectOrAskAgain } from '../security/cookies/protectOrAskAgain.ts';
import type { RenderConsole } from '../render/renderConsole.tsx';
import { applicationActions, personActions } from './acts.ts';
import { askAct, makeAct, type AskedAct } from './actPage.ts';
import type { MakeOptions } from './carryOut.ts';
import { edit, postEdit } from './edit.ts';
import { invite, postInvite } from './invite.ts';
import { exportLog } from './exportLog.ts';
import { forbidden } from './forbidden.ts';
import { find } from './find.ts';
import { doneIn, justDone } from './justDone.ts';
import { notLogged } from './logAct.ts';
import { application, applications, clientAt } from './applications.ts';
import { limited, sessions } from './lists.ts';
import { mails, postMail } from './mails.ts';
import { people, postIndex } from './people.ts';
import { log } from './logLines.ts';
import {
  memberOf,
  memberOrNone,
  membersFirst,
  withMember,
  type Member,
  type MemberHandler,
  type MemberOptions,
} from './member.ts';
import {
  shown,
  type ConsoleLoaded,
  type ConsoleLoader,
  type ConsoleNeeds,
  type FormHandler,
} from './needs.ts';
import { itemName } from './itemName.ts';
import { applicationName, nameOf } from './nameOf.ts';
import { createOnce } from './once.ts';
import { overview } from './overview.ts';
import { isPersonAct, person, readPerson } from './person.ts';
import type { createRefusals } from './refusals.ts';

/** What the console is made of. */
export interface ConsoleOptions extends MakeOptions, Pick<MemberOptions, 'visitorOf'> {
  browserCookies: BrowserCookies;
  contextOf: Pages['contextOf'];
  render: RenderConsole;
  refusals: ReturnType<typeof createRefusals>;
  /** Keeps where forms have led, so that each is taken once. */
  taken: Store;
}

/** The pages, by their paths. */
const loaders = (needs: ConsoleNeeds): Record<`/manage${string}`, ConsoleLoader> => ({
  '/manage': overview(needs),
  '/manage/find': find(needs),
  '/manage/people': people(needs),
  // where a form leads back to that was not sent
  '/manage/people/index': () => ({ redirect: '/manage/people' }),
  '/manage/people/:id': person(needs),
  '/manage/people/:id/edit': edit(needs),
  '/manage/invite': invite(needs),
  '/manage/sessions': sessions(needs),
  '/manage/mails': mails(needs),
  '/manage/limited': limited(needs),
  '/manage/applications': applications(needs),
  '/manage/applications/:id': application(needs),
  '/manage/log': log(needs),
});

/** Whether a script asks, such as the palette's. */
const wantsJson = (request: Request): boolean => request.accepts(['html', 'json']) === 'json';

/** Finds the act that a path names, with its target. @throws PortalError 404 for one that does not exist */
async function askedAct(request: Request, needs: ConsoleOptions): Promise<AskedAct> {
  const { id = '', act = '' } = request.params as Record<string, string | undefined>;
  const item = queryIn(request.originalUrl).get('item') ?? undefined;
  if (request.path.startsWith('/manage/applications/')) {
    const client = Object.hasOwn(applicationActs, act) && (await clientAt(id, needs));
    if (!client) throw notFound();
    const name = act as keyof typeof applicationActs;
    const { make, call } = applicationActions[name];
    const target = { id: client.client_id, name: applicationName(client) };
    return {
      act: name,
      role: actRow(name).role,
      target: { ...target, url: applicationUrl(target.id) },
      call: call?.(target, ''),
      make: () => make(needs, target, ''),
    };
  }
  if (!isPersonAct(act) || (actRow(act).item === true) !== (item !== undefined)) throw notFound();
  if (act === 'deletePerson' && !canDelete(needs, needs.settings)) throw notFound();
  const account = await readPerson(needs, id);
  const { make, call, limit } = personActions[act];
  return {
    act,
    role: await roleToActOn(account, actRow(act).role, needs),
    identity: account,
    target: { id: account.id, name: nameOf(account), url: `/manage/people/${account.id}` },
    item,
    itemName: item === undefined ? undefined : await itemName(act, item, account, needs),
    limit,
    call: call?.(account, item ?? ''),
    make: () => make(needs, account, item ?? ''),
  };
}

/**
 * Creates the routes of the console under `/manage`: pages that need no scripts, and forms that lead back to them.
 *
 * @returns its reads, and its posts, whose bodies have been parsed; what writes down refused forms, and its end
 */
export function consoleRoutes(options: ConsoleOptions) {
  const { browserCookies, contextOf, render, visitorOf, settings, provider, refusals } = options;
  const memberOptions: MemberOptions = { settings, provider, visitorOf };
  const membersOnly = (handle: MemberHandler, changes = false): RequestHandler[] => [
    membersFirst(memberOptions, changes),
    withMember(handle),
  ];
  const answer = (
    request: Request,
    response: Response,
    member: Member | undefined,
    loaded: ConsoleLoaded,
  ): void => {
    if ('redirect' in loaded) {
      const { done, redirect } = loaded;
      if (done) response.append('Set-Cookie', justDone.keep(`${done.act}.${done.log}`, settings.PORTAL_URL));
      response.redirect(303, redirect);
      return;
    }
    if (loaded.page.name === 'find' && wantsJson(request)) {
      const people = loaded.page.props.people.map(({ id, name, address }) => ({ id, name, address }));
      response.set('Vary', 'Accept, Cookie').json({ people });
      return;
    }
    const { method, headers } = request;
    const done = method === 'GET' ? doneIn(headers.cookie, settings.PORTAL_URL, loaded.page) : undefined;
    if (done) response.append('Set-Cookie', justDone.expired(settings.PORTAL_URL));
    const context: ConsoleContext = {
      ...contextOf(request, response, member?.who ?? { kind: 'unknown' }),
      role: member?.role ?? 'read',
      form: randomUUID(),
      ...(done && { done }),
    };
    response.status(loaded.status ?? 200).set('Vary', 'Accept-Language, Cookie');
    response.type('html').send(render(loaded.page, context, nonceOf(response)));
  };
  const page = (load: ConsoleLoader, changes: boolean): RequestHandler[] =>
    membersOnly(async (request, response, member) => {
      const params = request.params as Record<string, string | undefined>;
      const visit = { params, member, query: queryIn(request.originalUrl), wantsJson: wantsJson(request) };
      answer(request, response, member, await load(visit));
    }, changes);
  const actPage = membersOnly(async (request, response, member) => {
    const asked = await askedAct(request, options);
    const isAllowed = includesRole(member.role, asked.role);
    const shown = isAllowed ? askAct(asked, options) : forbidden(member, asked.role, asked.target.url);
    answer(request, response, member, shown);
  }, true);
  const protect = protectOrAskAgain(browserCookies, ({ originalUrl }) => originalUrl);
  const once = createOnce(options.taken);
  /** What tells a form that is sent from all others: whose it is, which page showed it, and what is in it. */
  const keyOf = ({ originalUrl, body }: Request, { id }: Member): string =>
    hash('sha256', JSON.stringify([id, originalUrl, body]), 'base64url');
  /**
   * What is done one after another, in all replicas: a form that is sent twice, and what changes one account, because Kratos keeps
   * only one of two changes of a moment.
   */
  const turnOf = ({ params: { id }, path }: Request): string => `console ${String(id ?? path).toLowerCase()}`;
  /** A form's route: its member, whose sign-in is recent, then its token. */
  const form = (handle: FormHandler): RequestHandler[] => [
    membersFirst({ ...memberOptions, onRefusal: refusals.note }, true),
    (request, response, next) =>
      protect(request, response, (problem?: unknown) => {
        if (problem === undefined) next();
        else
          void refusals.note(memberOf(request).id, request, 'no valid token').finally(() => {
            next(problem);
          });
      }),
    withMember(async (request, response, member) => {
      const work = (): Promise<ConsoleLoaded> => handle(request, member);
      const isTakenOnce = textIn(fieldsOf(request.body).form) !== undefined;
      const loaded = await options.store.inTurn(turnOf(request), () =>
        isTakenOnce ? once(keyOf(request, member), work) : work(),
      );
      answer(request, response, member, loaded);
    }),
  ];
  /** Says in the console what could not be read or is not there; everybody else gets what any page answers. */
  const sayFailure: ErrorRequestHandler = (error: unknown, request, response, next) => {
    const member = memberOrNone(request);
    const isMissing = error instanceof PortalError && error.status === 404 && member !== undefined;
    const isUnread = error instanceof PortalError && error.status >= 500;
    if (!(isMissing || isUnread) || response.headersSent || !acceptsHtml(request.headers)) {
      next(error);
      return;
    }
    note(request, { problem: error });
    const failed = isMissing
      ? ({ problem: 'missing' } as const)
      : {
          problem: error.id === notLogged().id ? ('log' as const) : ('notRead' as const),
          request: request.id,
        };
    response.set(error.headers);
    answer(request, response, member, shown('failed', failed, error.status));
  };

  const reads = exactRouter();
  // the sign-in is confirmed before a form is filled in, not after
  for (const [path, load] of Object.entries(loaders(options)))
    reads.get(path, page(load, path.endsWith('/edit') || path === '/manage/invite'));
  reads.head('/manage/log/:format', (_request, response) => {
    response.set('Allow', 'GET').status(405).end();
  });
  reads.get('/manage/log/:format', membersOnly(exportLog(options)));
  const acts = ['/manage/people/:id/:act', '/manage/applications/:id/:act'];
  reads.get(acts, actPage);

  const posts = exactRouter();
  posts.post('/manage/people/:id/edit', form(postEdit(options)));
  posts.post('/manage/invite', form(postInvite(options)));
  posts.post('/manage/mails', form(postMail(options)));
  posts.post('/manage/people/index', form(postIndex(options)));
  posts.post(
    acts,
    form(async (request, member) => makeAct(request, member, await askedAct(request, options), options)),
  );
  for (const router of [reads, posts]) router.use(sayFailure);
  return { reads, posts, noteOtherSite: refusals.noteOtherSite, close: refusals.close };
}
