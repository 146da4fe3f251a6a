import * as messageId from '../../shared/flow/messageId.ts';
import { identifiersIn, readTraitsSchema } from '../upstreams/identitySchema.ts';
import type { KratosFrontend } from '../upstreams/kratos.ts';
import type { Question } from './question.ts';
import { refusal, type Refusal } from './decision.ts';

/** Characters that nobody sees: two identifiers that look alike would belong to two accounts (Unicode, category Cf). */
const invisible = /\p{Cf}/u;

/**
 * Refuses identifiers with invisible characters, at their fields. The schema is only read if there are any among the
 * traits: in a name, they may be right.
 *
 * @returns undefined if there are none
 */
export async function refuseInvisible(
  { identity }: Question,
  kratos: KratosFrontend,
): Promise<Refusal | undefined> {
  const { traits, schema_id: schemaId } = identity;
  if (!invisible.test(JSON.stringify(traits ?? null))) return undefined;
  const schema = await readTraitsSchema(kratos, schemaId ?? 'default');
  const found = identifiersIn(schema, traits).find(({ text }) => invisible.test(text));
  return found && refusal(messageId.invisibleCharacter, { place: `#${found.place}` });
}
