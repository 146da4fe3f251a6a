import { fieldsOf, listOf, textIn, type Fields } from '../../shared/fields.ts';
import { readFlow } from '../../shared/flow/readFlow.ts';
import type { Flow, FlowKind } from '../../shared/page.ts';
import { fetchFlow } from './flows.ts';
import { traitsIn } from './identitySchema.ts';
import type { KratosFrontend } from './kratos.ts';
import { identityRequests } from './requests.ts';

/** The names of the lists in an identity schema. */
interface SchemaLists {
  /** Those of texts, numbers or booleans. */
  flat: string[];
  /** Those of objects and of lists, in place of which Kratos takes a missing one for an empty object. */
  nested: string[];
}

/** The lists in a part of an identity schema: their names, and whether their entries are lists or objects. */
function listsIn(schema: Fields, name: string): [name: string, isNested: boolean][] {
  const { type } = fieldsOf(schema.items);
  if (schema.type === 'array') return [[name, type === 'object' || type === 'array']];
  return Object.entries(fieldsOf(schema.properties)).flatMap(([part, inner]) =>
    listsIn(fieldsOf(inner), `${name}.${part.replaceAll('.', '\\.')}`),
  );
}

/** Returns the lists in a flow's identity schema; undefined if a sign-up does not say which one it has. */
async function listsOf(kratos: KratosFrontend, flow: Flow): Promise<SchemaLists | undefined> {
  const { identity, identity_schema } = fieldsOf(flow);
  const { body } = await kratos.answer(identityRequests.listIdentitySchemas());
  const schemas = listOf(body).map(fieldsOf);
  const id = textIn(fieldsOf(identity).schema_id) ?? textIn(identity_schema);
  const found = schemas.length === 1 ? schemas[0] : schemas.find((schema) => schema.id === id);
  if (!found) return undefined;
  const all = listsIn(traitsIn(found.schema), 'traits');
  const named = (isSought: boolean): string[] =>
    all.flatMap(([name, isNested]) => (isNested === isSought ? [name] : []));
  return { flat: named(false), nested: named(true) };
}

/** The flow of a form, and the lists in its identity schema; undefined if those are unknown. */
export interface FormFlow {
  flow: Flow;
  lists: SchemaLists | undefined;
}

/** Creates the function that fetches a form's flow; it finds none that the provider does not show to this browser. */
export const readFormFlow =
  (kratos: KratosFrontend) =>
  async (kind: FlowKind, id: string, cookie: string | undefined): Promise<FormFlow | undefined> => {
    const { status, body } = await kratos.answer(fetchFlow[kind](id), { cookie });
    if (status !== 200) return undefined;
    const flow = readFlow(fieldsOf(body));
    return { flow, lists: await listsOf(kratos, flow) };
  };

/** Fetches the flow of a form that a browser has posted. */
export type ReadFormFlow = ReturnType<typeof readFormFlow>;
