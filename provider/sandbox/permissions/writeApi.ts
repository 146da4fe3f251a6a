import type { Express, Request, Response } from 'express';
import { z } from 'zod';
import type { Namespace } from './opl/namespace.ts';
import { badRequest, Problem } from './problem.ts';
import {
  parametersOf,
  queryFrom,
  queryKeys,
  relationTuple,
  requireNamespaces,
  requireSubject,
} from './relationTuple.ts';
import { api, bodyOf, parametersOfRequest } from './requests.ts';
import type { TupleStore } from './tupleStore.ts';

const patches = z.array(z.object({ action: z.string(), relation_tuple: relationTuple.nullish() }));

function requireDeletable(request: Request, parameters: URLSearchParams): void {
  const unknown = [...parameters.keys()].find((key) => !queryKeys.includes(key));
  const reasons = [
    unknown !== undefined && `query parameter key "${unknown}" unknown`,
    !parameters.has('namespace') && 'query parameters must specify at least one of the following: namespace',
    String(request.body ?? '') !== '' && 'body is not empty',
  ].filter((reason) => reason !== false);
  if (reasons.length > 0) throw new Problem(400, { reason: reasons.join('; ') });
}

/** Keto's API for changing tuples. */
export function writeApi(store: TupleStore, namespaces: Namespace[]): Express {
  function create(request: Request, response: Response): void {
    const tuple = bodyOf(request, relationTuple);
    requireSubject(tuple);
    requireNamespaces(namespaces, tuple);
    store.change([tuple], []);
    response
      .status(201)
      .location(`/relation-tuples?${parametersOf(tuple)}`)
      .json(tuple);
  }

  function patch(request: Request, response: Response): void {
    const changes = bodyOf(request, patches).map(({ action, relation_tuple: tuple }) => {
      if (!tuple) throw badRequest('relation_tuple is missing');
      requireSubject(tuple);
      if (action !== 'insert' && action !== 'delete') throw badRequest(`unknown action ${action}`);
      return { action, tuple };
    });
    const tuples = (wanted: string) =>
      changes.filter(({ action }) => action === wanted).map(({ tuple }) => tuple);
    for (const { tuple } of changes) requireNamespaces(namespaces, tuple);
    store.change(tuples('insert'), tuples('delete'));
    response.status(204).end();
  }

  function remove(request: Request, response: Response): void {
    const parameters = parametersOfRequest(request);
    requireDeletable(request, parameters);
    const query = queryFrom(parameters);
    requireNamespaces(namespaces, query);
    store.deleteAll(query);
    response.status(204).end();
  }

  return api((app) => {
    app.route('/admin/relation-tuples').put(create).patch(patch).delete(remove);
  });
}
