import type { Request, RequestHandler, Response, Router } from 'express';
import {
  actRow,
  applicationActs,
  includesRole,
  personActs,
  type ConsoleContext,
} from '../../shared/console.ts';
import { roleToActOn } from '../admin/consoleRoles.ts';
import { notFound } from '../http/errors.ts';
import { exactRouter } from '../http/exactRouter.ts';
import { queryIn } from '../http/requestHead.ts';
import type { Pages } from '../pages/renderer.ts';
import { nonceOf } from '../security/csp/headers.ts';
import type { BrowserCookies } from '../security/cookies/browserCookies.ts';
import { protectOrAskAgain } from '../security/cookies/protectOrAskAgain.ts';
import type { RenderConsole } from '../render/renderConsole.tsx';
import { applicationActions, personActions } from './acts.ts';
import { askAct, makeAct, type AskedAct, type MakeOptions } from './actPage.ts';
import { edit, postEdit } from './edit.ts';
import { invite, postInvite } from './invite.ts';
import { exportLog } from './exportLog.ts';
import { forbidden } from './forbidden.ts';
import { find } from './find.ts';
import { justDone } from './justDone.ts';
import { application, applicationName, applications } from './applications.ts';
import { limited, sessions } from './lists.ts';
import { mails, postMail } from './mails.ts';
import { people, postIndex } from './people.ts';
import { log } from './logLines.ts';
import {
  memberOf,
  membersFirst,
  withMember,
  type Member,
  type MemberHandler,
  type MemberOptions,
} from './member.ts';
import type { ConsoleLoaded, ConsoleLoader, ConsoleNeeds, FormHandler } from './needs.ts';
import { itemName } from './itemName.ts';
import { nameOf } from './nameOf.ts';
import { overview } from './overview.ts';
import { isPersonAct, person, readPerson } from './person.ts';

/** What the console is made of. */
export interface ConsoleOptions extends MakeOptions, Pick<MemberOptions, 'visitorOf'> {
  browserCookies: BrowserCookies;
  contextOf: Pages['contextOf'];
  render: RenderConsole;
  /** Whether somebody's refusal gets a line of its own: many are counted. */
  admitsRefusal: (id: string, reason: string) => boolean;
}

/** The last parts of the paths of forms. */
const formNames: ReadonlySet<string> = new Set([
  ...Object.keys(personActs),
  ...Object.keys(applicationActs),
  ...['edit', 'invite', 'mails', 'index'],
]);

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
    const client = Object.hasOwn(applicationActs, act) && (await needs.provider.hydra?.consoleClient(id));
    if (!client) throw notFound();
    const name = act as keyof typeof applicationActs;
    const { make, call } = applicationActions[name];
    const target = { id: client.client_id, name: applicationName(client) };
    return {
      act: name,
      role: actRow(name).role,
      target: { ...target, url: `/manage/applications/${encodeURIComponent(id)}` },
      call: call?.(target, ''),
      make: () => make(needs, target, ''),
    };
  }
  if (!isPersonAct(act) || (actRow(act).item === true) !== (item !== undefined)) throw notFound();
  const account = await readPerson(needs, id);
  const { make, call } = personActions[act];
  return {
    act,
    role: await roleToActOn(account, actRow(act).role, needs),
    identity: account,
    target: { id: account.id, name: nameOf(account), url: `/manage/people/${account.id}` },
    item,
    itemName: item === undefined ? undefined : await itemName(act, item, account, needs),
    call: call?.(account, item ?? ''),
    make: () => make(needs, account, item ?? ''),
  };
}

/**
 * Creates the routes of the console under `/manage`: pages that need no scripts, and forms that lead back to them.
 *
 * @returns its reads, and its posts, whose bodies have been parsed
 */
export function consoleRoutes(options: ConsoleOptions): { reads: Router; posts: Router } {
  const { browserCookies, contextOf, render, visitorOf, settings, provider } = options;
  const memberOptions: MemberOptions = { settings, provider, visitorOf };
  const membersOnly = (handle: MemberHandler): RequestHandler[] => [
    membersFirst(memberOptions, false),
    withMember(handle),
  ];
  /** Writes down who was not let do something, by the address of its form. */
  const onRefusal = async (id: string, reason: string, request: Request): Promise<unknown> => {
    const { id: named = '', act = request.path.split('/').at(-1) ?? '' } = request.params as Record<
      string,
      string | undefined
    >;
    // nobody writes words of their own into the log
    const operation = formNames.has(act) ? act : 'unknown';
    const target = /^[\w.~-]{1,100}$/.test(named) ? named : '';
    if (!options.admitsRefusal(id, reason)) return undefined;
    return options.logAct({ id }, request, { operation, target, outcome: `refused: ${reason}` });
  };

  const answer = (request: Request, response: Response, member: Member, loaded: ConsoleLoaded): void => {
    if ('redirect' in loaded) {
      response.redirect(303, loaded.redirect);
      return;
    }
    if (loaded.page.name === 'find' && wantsJson(request)) {
      const people = loaded.page.props.people.map(({ id, name, address }) => ({ id, name, address }));
      response.set('Vary', 'Accept, Cookie').json({ people });
      return;
    }
    const [act, line] = justDone.read(request.headers.cookie, settings.PORTAL_URL)?.split('.') ?? [];
    const isDone = act !== undefined && line !== undefined && request.method === 'GET';
    if (isDone) response.append('Set-Cookie', justDone.expired(settings.PORTAL_URL));
    const context: ConsoleContext = {
      ...contextOf(request, response, member.who),
      role: member.role,
      ...(isDone && { done: { act, log: line } }),
    };
    response.status(loaded.status ?? 200).set('Vary', 'Accept-Language, Cookie');
    response.type('html').send(render(loaded.page, context, nonceOf(response)));
  };
  const page = (load: ConsoleLoader): RequestHandler[] =>
    membersOnly(async (request, response, member) => {
      const params = request.params as Record<string, string | undefined>;
      const visit = { params, member, query: queryIn(request.originalUrl), wantsJson: wantsJson(request) };
      answer(request, response, member, await load(visit));
    });
  const actPage = membersOnly(async (request, response, member) => {
    const asked = await askedAct(request, options);
    const isAllowed = includesRole(member.role, asked.role);
    const shown = isAllowed ? askAct(asked, options) : forbidden(member, asked.role, asked.target.url);
    answer(request, response, member, shown);
  });
  const protect = protectOrAskAgain(browserCookies, ({ originalUrl }) => originalUrl);
  /** A form's route: its member, whose sign-in is recent, then its token. */
  const form = (handle: FormHandler): RequestHandler[] => [
    membersFirst({ ...memberOptions, onRefusal }, true),
    (request, response, next) =>
      protect(request, response, (problem?: unknown) => {
        if (problem === undefined) next();
        else
          void onRefusal(memberOf(request).id, 'no valid token', request).finally(() => {
            next(problem);
          });
      }),
    withMember(async (request, response, member) => {
      answer(request, response, member, await handle(request, response, member));
    }),
  ];

  const reads = exactRouter();
  for (const [path, load] of Object.entries(loaders(options))) reads.get(path, page(load));
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
    form(async (request, response, member) =>
      makeAct(request, response, member, await askedAct(request, options), options),
    ),
  );
  return { reads, posts };
}
