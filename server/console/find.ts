import { applicationUrl } from '../../shared/console/acts.ts';
import type { FoundThing, ListedPerson } from '../../shared/console/lists.ts';
import type { ConsoleProps } from '../../shared/console/pages.ts';
import { pageUrl } from '../urls/paths.ts';
import { fewAtATime } from '../upstreams/fewAtATime.ts';
import { uuid } from '../admin/audit.ts';
import { candidatesIn, isActId } from './candidates.ts';
import { logUrl } from './logFilters.ts';
import { findAct, logLines } from './logLines.ts';
import { indexState, personAtKratos, personInIndex } from './lookUps.ts';
import { applicationName } from './nameOf.ts';
import { shown, type ConsoleLoader, type ConsoleNeeds } from './needs.ts';

/** What a candidate turns out to be. */
interface Found {
  people: ListedPerson[];
  things: FoundThing[];
  /** Where of the person's page it is. */
  anchor?: string;
}

const nothing: Found = { people: [], things: [] };

const somebody = (people: ListedPerson[]): Found => ({ people, things: [] });
const something = (kind: FoundThing['kind'], name: string, url: string): Found => ({
  people: [],
  things: [{ kind, name, url }],
});

/** A way to look for something; undefined if it is not there. */
type LookUp = (text: string) => Promise<Found | undefined>;

/** Creates the ways to look for something. */
function lookUps(needs: ConsoleNeeds) {
  const { identities, provider, store } = needs;
  const { hydra, courier } = provider;
  const person = async (id: string): Promise<Found | undefined> => {
    const account = uuid.test(id) ? await identities.find(id) : undefined;
    return account && somebody([personAtKratos(account)]);
  };
  const client = async (id: string): Promise<Found | undefined> => {
    const found = /\s/.test(id) ? undefined : await hydra?.consoleClient(id);
    if (!found) return undefined;
    return something('application', applicationName(found), applicationUrl(found.client_id));
  };
  const session: LookUp = async (id) => {
    const owner = await identities.ownerOfSession(id);
    const found = owner === undefined ? undefined : await person(owner);
    return found && { ...found, anchor: '#sessions' };
  };
  const mail: LookUp = async (id) => {
    const recipient = (await courier?.message(id))?.recipient;
    if (!recipient) return undefined;
    return something('mail', recipient, pageUrl('/manage/mails', { recipient }));
  };
  const identifier: LookUp = async (text) => {
    const found = await identities.signingInWith(text);
    return found.length > 0 ? somebody(found.map(personAtKratos)) : undefined;
  };
  const externalId: LookUp = async (text) => {
    const account = await identities.byExternalId(text);
    return account && somebody([personAtKratos(account)]);
  };
  const challenge: LookUp = async (text) => {
    const isOne = hydra && /^[\w.~-]{32,}=*$/.test(text) && !uuid.test(text);
    if (!isOne) return undefined;
    for (const read of [hydra.challenges.login, hydra.challenges.consent]) {
      const answer = await read(text);
      if (!('request' in answer)) continue;
      const { subject, client: asking } = answer.request;
      const found = (await person(subject ?? '')) ?? (await client(asking.client_id ?? ''));
      if (found) return found;
    }
    return undefined;
  };
  const act: LookUp = async (id) =>
    (await findAct(needs, id)) && something('line', id, pageUrl('/manage/log', { line: id }));
  const request: LookUp = async (id) => {
    // a proxy may have given a request an id of another form
    if (!/^(?=.*\d)[\w.:-]{8,128}$/.test(id)) return undefined;
    const { lines } = await logLines(needs, { request: id }, 1);
    return lines.length > 0 ? something('request', id, logUrl({ request: id })) : undefined;
  };
  const words: LookUp = async (text) => {
    const { people } = await store.people.find({ words: text });
    return people.length > 0 ? somebody(people.map(personInIndex)) : undefined;
  };
  return {
    ofAct: [act],
    // one after another where one rules out the others, the cheapest first
    ofUuid: [person, session, mail, client, request, externalId],
    ofText: [identifier, client, challenge, externalId, request],
    words,
  };
}

/** Looks for everything that a text may be or have in it. */
async function look(needs: ConsoleNeeds, query: string, hasIndex: boolean) {
  const { ofAct, ofUuid, ofText, words } = lookUps(needs);
  let isPartial = false;
  const first = async (ways: readonly LookUp[], text: string): Promise<Found | undefined> => {
    for (const way of ways) {
      const found = await way(text).catch(() => {
        isPartial = true;
        return undefined;
      });
      if (found) return found;
    }
    return undefined;
  };
  const candidates = candidatesIn(query);
  const found = await fewAtATime(candidates, async (text) => {
    const ways = uuid.test(text) ? ofUuid : [...(isActId(text) ? ofAct : []), ...ofText];
    return (await first(hasIndex ? [...ways, words] : ways, text)) ?? nothing;
  });
  const people = [...new Map(found.flatMap((one) => one.people).map((one) => [one.id, one])).values()];
  const things = [...new Map(found.flatMap((one) => one.things).map((one) => [one.url, one])).values()];
  return {
    people,
    things,
    isPartial,
    anchor: found.find(({ anchor }) => anchor !== undefined)?.anchor ?? '',
  };
}

/**
 * `GET /manage/find`: leads to what a text names, or lists what it may be: a name, an address, the id of anything, or a line of
 * a log with those in it.
 */
export const find =
  (needs: ConsoleNeeds): ConsoleLoader =>
  async ({ query: given, wantsJson }) => {
    const query = given.get('q')?.trim() ?? '';
    if (query === '') return { redirect: '/manage/people' };
    const hasIndex = (await indexState(needs)) !== undefined;
    const { anchor, ...found } = await look(needs, query, hasIndex);
    const [[one], [thing]] = [found.people, found.things];
    if (!wantsJson && found.people.length + found.things.length === 1)
      return { redirect: thing?.url ?? `/manage/people/${one?.id ?? ''}${anchor}` };
    const props: ConsoleProps['find'] = { query: query.slice(0, 500), hasIndex, ...found };
    return shown('find', props);
  };
