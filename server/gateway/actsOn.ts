import { canonicalId, targetOf, uuid } from '../admin/audit.ts';
import { fieldsOf, objectsIn } from '../../shared/fields.ts';
import { jsonIn } from '../http/jsonIn.ts';
import { note } from '../http/requestRecord.ts';
import { parseQuery } from '../http/requestHead.ts';
import { fewAtATime } from '../upstreams/fewAtATime.ts';
import type { Identities } from '../upstreams/identities.ts';
import type { Steps, Visit } from './steps.ts';

/** Notes which identities a call acts on; what is none's id is left out. */
const noteIds = ({ request }: Visit, given: readonly unknown[]): void => {
  const ids = given.flatMap((one) => (typeof one === 'string' ? canonicalId(one) : []));
  note(request, { actsOn: [...new Set(ids.filter((id) => uuid.test(id)))] });
};

type OwnerOf = Identities['ownerOfSession'];

/** Asks whose sessions have these ids; those that are nobody's are left out. */
async function ownersOf(sessions: readonly unknown[], ownerOf: OwnerOf): Promise<string[]> {
  const owners: string[] = [];
  await fewAtATime(sessions, async (session) => {
    const owner = typeof session === 'string' && (await ownerOf(session).catch(() => undefined));
    if (owner) owners.push(owner);
  });
  return owners;
}

/** Returns the ids that the call itself names. */
async function namedBy({ call, submission }: Visit, ownerOf: OwnerOf): Promise<readonly unknown[]> {
  const { operation, path, query } = call;
  const { identity_id, subject, identities, sessions } = fieldsOf(submission?.json);
  switch (operation.actsOn) {
    case 'session':
      return ownersOf([targetOf(operation, path)?.id], ownerOf);
    case 'body.identity_id':
      return [identity_id];
    case 'body.subject':
      return [subject];
    case 'query.subject':
      return [parseQuery(query).get('subject')];
    case 'list':
      return [...[identities ?? []].flat(), ...(await ownersOf([sessions ?? []].flat(), ownerOf))];
    default:
      return [];
  }
}

/**
 * Creates what notes which identities an admin call acts on, for their histories, where its path does not say so.
 *
 * @returns undefined for any other call
 */
export const adminSteps =
  ({ ownerOfSession: ownerOf }: Pick<Identities, 'ownerOfSession'>) =>
  async (visit: Visit): Promise<Steps | undefined> => {
    const { actsOn } = visit.call.operation;
    if (actsOn === undefined || actsOn === 'path') return undefined;
    if (actsOn === 'location') {
      visit.response.once('finish', () => {
        noteIds(visit, String(visit.response.getHeader('location')).split('/').slice(-1));
      });
      return {};
    }
    if (actsOn === 'answer')
      return {
        readAnswer: (answer) => {
          const made = objectsIn(fieldsOf(jsonIn(answer.body)).identities);
          noteIds(
            visit,
            made.map(({ identity }) => identity),
          );
          return answer;
        },
      };
    noteIds(visit, await namedBy(visit, ownerOf));
    return {};
  };
