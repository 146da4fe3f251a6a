import type { Express, Request, Response } from 'express';
import { z } from 'zod';
import { permissionCheck } from './check.ts';
import { expand } from './expand.ts';
import type { Namespace } from './opl/namespace.ts';
import { badRequest, Problem } from './problem.ts';
import {
  queryFrom,
  relationTuple,
  requireNamespaces,
  requireSubject,
  tupleFrom,
  type RelationTuple,
} from './relationTuple.ts';
import { api, bodyOf, depthFrom, parametersOfRequest } from './requests.ts';
import type { TupleStore } from './tupleStore.ts';

const maxBatch = 10;
const defaultPage = 100;
const maxPage = 1000;
const batch = z.object({ tuples: z.array(relationTuple).nullish() });
const jsonProblem = 'could not unmarshal json: ';

/** Returns the tuple after which a page starts; Keto's own tokens are encrypted, and just as opaque. */
function pageStart(token: string | null): number {
  if (!token) return 0;
  const id = Buffer.from(token, 'base64url').toString();
  if (!/^\d+$/.test(id)) throw badRequest('decode token: not a token of this list');
  return Number(id);
}

function pageSize(size: string | null): number {
  if (!size) return defaultPage;
  if (!/^[+-]?\d+$/.test(size)) throw badRequest(`strconv.Atoi: parsing "${size}": invalid syntax`);
  return Number(size) > 0 ? Math.min(Number(size), maxPage) : defaultPage;
}

/** Keto's API for reading: tuples, checks, expansions and namespaces. */
export function readApi(store: TupleStore, namespaces: Namespace[]): Express {
  const isPermitted = permissionCheck(store, namespaces);

  /** @throws Problem also for an unknown namespace */
  function check(tuple: RelationTuple, depth: number): boolean {
    requireNamespaces(namespaces, { namespace: tuple.namespace });
    requireSubject(tuple);
    requireNamespaces(namespaces, tuple);
    return isPermitted(tuple, depth);
  }

  /** Answers a request's check. Nobody has a relation in an unknown namespace. */
  function checkRequest(request: Request): boolean {
    const parameters = parametersOfRequest(request);
    const depth = depthFrom(parameters);
    const tuple =
      request.method === 'POST' ? bodyOf(request, relationTuple, jsonProblem) : tupleFrom(parameters);
    try {
      return check(tuple, depth);
    } catch (cause) {
      if (cause instanceof Problem && cause.status === 404) return false;
      throw cause;
    }
  }

  function checkWithStatus(request: Request, response: Response): void {
    const allowed = checkRequest(request);
    response.status(allowed ? 200 : 403).json({ allowed });
  }

  const checkOnly = (request: Request, response: Response) =>
    void response.json({ allowed: checkRequest(request) });

  function checkBatch(request: Request, response: Response): void {
    const depth = depthFrom(parametersOfRequest(request));
    const tuples = bodyOf(request, batch, jsonProblem).tuples ?? [];
    if (tuples.length > maxBatch) throw badRequest(`batch exceeds max size of ${maxBatch}`);
    const results = tuples.map((tuple) => {
      try {
        return { allowed: check(tuple, depth) };
      } catch (cause) {
        if (cause instanceof Problem) return { allowed: false, error: cause.message };
        throw cause;
      }
    });
    response.json({ results });
  }

  function list(request: Request, response: Response): void {
    const parameters = parametersOfRequest(request);
    const query = queryFrom(parameters);
    const start = pageStart(parameters.get('page_token'));
    const size = pageSize(parameters.get('page_size'));
    requireNamespaces(namespaces, query);
    const { tuples, last, more } = store.page(query, start, size);
    // as long as a real token, because the portal refuses shorter ones
    const next = more ? Buffer.from(String(last).padStart(24, '0')).toString('base64url') : '';
    response.json({ relation_tuples: tuples, next_page_token: next });
  }

  function expandRequest(request: Request, response: Response): void {
    const parameters = parametersOfRequest(request);
    const depth = depthFrom(parameters);
    const part = (name: string) => parameters.get(name) ?? '';
    const set = { namespace: part('namespace'), object: part('object'), relation: part('relation') };
    requireNamespaces(namespaces, { namespace: set.namespace });
    // Keto answers with 200 here too
    const nobody = { code: 404, status: 'Not Found', message: 'no relation tuple found' };
    response.json(expand(store, set, depth) ?? nobody);
  }

  return api((app) => {
    app.get('/relation-tuples', list);
    app.route('/relation-tuples/check').get(checkWithStatus).post(checkWithStatus);
    app.route('/relation-tuples/check/openapi').get(checkOnly).post(checkOnly);
    app.post('/relation-tuples/batch/check', checkBatch);
    app.get('/relation-tuples/expand', expandRequest);
    app.get('/namespaces', (_request, response) => {
      response.json({ namespaces: namespaces.map(({ name }) => ({ name })) });
    });
  });
}
