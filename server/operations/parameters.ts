import type { Body, Parameter } from './operation.ts';

/** `page_size`, `subject_set.namespace`, `max-depth` and `X-Session-Token` as the provider's client writes them. */
const argumentOf = (name: string): string =>
  name
    .replace(/^[A-Z]/, (first) => first.toLowerCase())
    .replace(/[._-]+(\w)/g, (_, next: string) => next.toUpperCase());

const parameter =
  (place: Parameter['in'], required: boolean) =>
  (name: string, rest: Partial<Omit<Parameter, 'name' | 'in'>> = {}): Parameter => ({
    name,
    in: place,
    argument: argumentOf(name),
    type: 'string',
    required,
    ...rest,
  });

/** A segment of the path. */
export const path = parameter('path', true);
/** A query parameter that may be missing. */
export const query = parameter('query', false);
/** A query parameter that must be there. */
export const required = parameter('query', true);
/** A header that may be missing. */
export const header = parameter('header', false);
/** A field of a form that may be missing. */
export const field = parameter('form', false);
/** A field of a form that must be there. */
export const requiredField = parameter('form', true);

const json = ['application/json'] as const;

/** A JSON body that may be missing, under its name in the provider's client. */
export const jsonBody = (argument: string): Body => ({ argument, types: json, required: false });
/** A JSON body that must be there. */
export const requiredJson = (argument: string): Body => ({ argument, types: json, required: true });
/** The body of a self-service form: JSON, or a form as browsers post it. */
export const flowBody = (argument: string): Body => ({
  argument,
  types: ['application/json', 'application/x-www-form-urlencoded'],
  required: true,
});
/** A body whose fields are the form parameters of its operation. */
export const formBody: Body = {
  argument: 'body',
  types: ['application/x-www-form-urlencoded'],
  required: false,
};

/** The three older ways to turn a list's pages, and the token that replaced them. */
export const pages = [
  query('per_page', { type: 'number' }),
  query('page', { type: 'number' }),
  query('page_size', { type: 'number' }),
  query('page_token'),
] as const;

/** Pages by token alone. */
export const tokenPages = [query('page_size', { type: 'number' }), query('page_token')] as const;

/** The parts of a relation tuple, as query parameters. */
export const relationTuple = [
  'namespace',
  'object',
  'relation',
  'subject_id',
  'subject_set.namespace',
  'subject_set.object',
  'subject_set.relation',
].map((name) => query(name));

/** The session that a call is made with, when its token is not in a cookie. */
export const sessionToken = header('X-Session-Token');
/** The cookies that a call is made with. */
export const cookie = header('Cookie');
