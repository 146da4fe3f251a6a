import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';

/** A hook of kratos.yml. */
interface Hook {
  hook: string;
  config?: { url: string; can_interrupt?: boolean; response?: { parse?: boolean; ignore?: boolean } };
}

type After = { hooks?: Hook[] } & Record<string, { hooks?: Hook[] } | undefined>;

const { selfservice } = parse(
  readFileSync(path.join(import.meta.dirname, '../../provider/kratos/kratos.yml'), 'utf8'),
  { merge: true },
) as {
  selfservice: { methods: Record<string, { enabled: boolean }>; flows: Record<string, { after?: After }> };
};

/** The flows of kratos.yml, and what follows each. */
export const { flows } = selfservice;

/** Returns the lists of hooks after a flow: the general one by the name ``, those of methods by theirs. */
export function hookLists(flow: string): Record<string, Hook[]> {
  const { hooks, ...ofMethods } = flows[flow]?.after ?? {};
  const lists = Object.entries(ofMethods).flatMap(([method, own]) =>
    own?.hooks ? [[method, own.hooks] as const] : [],
  );
  return Object.fromEntries(hooks ? [['', hooks] as const, ...lists] : lists);
}

/** Returns the web hooks of kratos.yml, with the part of their variables' names that says where they are. */
export const webHooksOf = (): { place: string; url: string }[] =>
  Object.keys(flows).flatMap((flow) =>
    Object.entries(hookLists(flow)).flatMap(([method, hooks]) =>
      hooks.flatMap(({ hook, config }, at) => {
        const place = [flow, 'after', method, 'hooks', at].filter((part) => part !== '').join('_');
        return hook === 'web_hook' ? [{ place: place.toUpperCase(), url: config?.url ?? '' }] : [];
      }),
    ),
  );
