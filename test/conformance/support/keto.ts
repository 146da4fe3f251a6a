import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll } from '@jest/globals';
import { Configuration, PermissionApi, RelationshipApi, type Relationship } from '@ory/client';
import {
  startPermissions,
  type Permissions,
} from '../../../provider/sandbox/permissions/startPermissions.ts';

/** The namespaces that a Keto under test must be configured with, in `namespaces.location`. */
export const oplFile = path.join(import.meta.dirname, 'namespaces.keto.ts');

/** A Keto, or the sandbox in its place, behind the provider's client. Refusals are returned, not thrown. */
export interface Keto {
  permissions: PermissionApi;
  read: RelationshipApi;
  write: RelationshipApi;
  opl: RelationshipApi;
  /** The URLs of its three ports. */
  urls: string[];
  /** Replaces all tuples of the namespaces with these. */
  hold(...tuples: Relationship[]): Promise<void>;
}

const { KETO_READ_URL: readUrl, KETO_WRITE_URL: writeUrl, KETO_OPL_URL: oplUrl } = process.env;
const namespaces = ['User', 'Group', 'Folder'];

function clients(urls: Omit<Permissions, 'stop'>): Keto {
  const at = (basePath: string) =>
    new Configuration({ basePath, baseOptions: { validateStatus: () => true } });
  const write = new RelationshipApi(at(urls.writeUrl));
  return {
    read: new RelationshipApi(at(urls.readUrl)),
    write,
    permissions: new PermissionApi(at(urls.readUrl)),
    opl: new RelationshipApi(at(urls.oplUrl)),
    urls: [urls.readUrl, urls.writeUrl, urls.oplUrl],
    async hold(...tuples) {
      for (const namespace of namespaces) await write.deleteRelationships({ namespace });
      const relationshipPatch = tuples.map((tuple) => ({ action: 'insert' as const, relation_tuple: tuple }));
      await write.patchRelationships({ relationshipPatch });
    },
  };
}

/** The Keto that the environment names, if any. Its tuples in the suite's namespaces are deleted. */
export const realKeto = readUrl && writeUrl && oplUrl ? clients({ readUrl, writeUrl, oplUrl }) : undefined;

/**
 * Starts a sandbox for a file of tests.
 *
 * @returns `tested`: the Keto that KETO_READ_URL, KETO_WRITE_URL and KETO_OPL_URL name, or else the sandbox; and `sandbox`
 */
export function useKeto(): { tested: () => Keto; sandbox: () => Keto } {
  let directory: string;
  let started: Permissions;
  let sandbox: Keto;
  beforeAll(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'permissions-'));
    started = await startPermissions({ directory, ports: { read: 0, write: 0, opl: 0 }, oplFile });
    sandbox = clients(started);
  });
  afterAll(async () => {
    await started.stop();
    await rm(directory, { recursive: true });
  });
  return { tested: () => realKeto ?? sandbox, sandbox: () => sandbox };
}

/** Parses a tuple's written form: `Group:g#members@ada`, or `Group:g#members@Group:h#members` with a subject set. */
export function tuple(written: string): Relationship {
  const [, namespace = '', object = '', relation = '', subject = ''] =
    /^(.*?):(.*?)#(.*?)@(.*)$/.exec(written) ?? [];
  const set = /^(.*?):(.*?)#(.*)$/.exec(subject);
  if (!set) return { namespace, object, relation, subject_id: subject };
  const [, setNamespace = '', setObject = '', setRelation = ''] = set;
  return {
    namespace,
    object,
    relation,
    subject_set: { namespace: setNamespace, object: setObject, relation: setRelation },
  };
}
