/** An operation of the provider's client, as found out by calling it. */
export interface SdkOperation {
  api: string;
  operation: string;
  method: string;
  /** The path that it requests, with path arguments in braces. */
  path: string;
  /** Every argument except `options`, in order. */
  arguments: string[];
  /** The arguments without which it throws. */
  required: string[];
  /** Query parameters: name on the wire → argument. */
  query: Record<string, string>;
  contentType: string | undefined;
  /** The argument that becomes the body, if any. */
  body: string | undefined;
}

interface RequestArguments {
  url: string;
  options: { method: string; headers: Record<string, string>; data?: unknown };
}
type ParamCreator = (...values: unknown[]) => Promise<RequestArguments>;

const placeholder = 'https://client.invalid';

/** The names of a generated method's arguments, from its compiled source; the last, `options`, is left out. */
function argumentsOf(method: (...values: never[]) => unknown): string[] {
  const source = /\(([^()]*\boptions = \{\})\)/.exec(method.toString())?.[1] ?? '';
  return source.split(',').flatMap((one) => {
    const name = one.split('=')[0]?.trim() ?? '';
    return name === 'options' || name === '' ? [] : [name];
  });
}

/** A recognisable value for an argument, to find where it ends up. */
const marker = (argument: string): string => `~${argument}~`;

async function requiredOf(create: ParamCreator, names: string[]): Promise<string[]> {
  const given = new Set<string>();
  for (;;)
    try {
      await create(...names.map((name) => (given.has(name) ? marker(name) : undefined)));
      return [...given];
    } catch (error) {
      const field = (error as { field?: string }).field;
      if (field === undefined || given.has(field)) throw error;
      given.add(field);
    }
}

async function describe(api: string, operation: string, create: ParamCreator): Promise<SdkOperation> {
  const names = argumentsOf(create);
  const required = await requiredOf(create, names);
  const { url, options } = await create(...names.map(marker));
  const { pathname, searchParams } = new URL(url, placeholder);
  const entries = [...searchParams].map(([name, value]) => [name, value.replaceAll('~', '')] as const);
  const body =
    typeof options.data === 'string'
      ? names.find((name) => options.data === JSON.stringify(marker(name)) || options.data === marker(name))
      : undefined;
  return {
    api: api.replace(/^[A-Z]/, (first) => first.toLowerCase()),
    operation,
    method: options.method,
    path: decodeURIComponent(pathname).replace(/~(\w+)~/g, '{$1}'),
    arguments: names,
    required,
    query: Object.fromEntries(entries),
    contentType: options.headers['Content-Type'],
    body,
  };
}

/**
 * Returns every operation of a version of @ory/client, read from the client itself.
 *
 * @param client the module's exports
 */
export async function sdkOperations(client: object): Promise<SdkOperation[]> {
  const found: Promise<SdkOperation>[] = [];
  for (const [name, factory] of Object.entries(client)) {
    const api = /^(\w+)ApiAxiosParamCreator$/.exec(name)?.[1];
    if (api === undefined) continue;
    const creators = (factory as () => Record<string, ParamCreator>)();
    for (const [operation, create] of Object.entries(creators)) found.push(describe(api, operation, create));
  }
  return Promise.all(found);
}
