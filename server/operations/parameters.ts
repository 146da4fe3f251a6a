import type { Body, EnumeratedField, Parameter } from './operation.ts';

/** The client's name for a parameter such as `page_size`, `subject_set.namespace`, `max-depth` or `X-Session-Token`. */
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
/** An optional query parameter. */
export const query = parameter('query', false);
/** A required query parameter. */
export const required = parameter('query', true);
/** An optional header. */
export const header = parameter('header', false);
/** An optional form field. */
export const field = parameter('form', false);
/** A required form field. */
export const requiredField = parameter('form', true);

const json = ['application/json'] as const;

/** An optional JSON body, by its name in the provider's client. */
export const jsonBody = (argument: string): Body => ({ argument, types: json, required: false });
/** A required JSON body. */
export const requiredJson = (argument: string): Body => ({ argument, types: json, required: true });
/** The body of a self-service form: JSON, or a form as browsers post it. */
export const flowBody = (argument: string): Body => ({
  argument,
  types: ['application/json', 'application/x-www-form-urlencoded'],
  required: true,
});
/** An enumerated field of the body. */
export const bodyField = (name: string, values: readonly string[]): EnumeratedField => ({
  name,
  in: 'body',
  values,
});
/** An enumerated field of the answer. */
export const answerField = (name: string, values: readonly string[]): EnumeratedField => ({
  name,
  in: 'answer',
  values,
});
/** A body whose fields are the form parameters of its operation. */
export const formBody: Body = {
  argument: 'body',
  types: ['application/x-www-form-urlencoded'],
  required: false,
};

const count = { type: 'number', min: 0 } as const;
/** More than any server returns at once: Kratos 1.3 allocates memory for as many messages as are requested. */
const size = { ...count, max: 10_000 } as const;

/** Pagination: the three older parameters, and the token that replaced them. */
export const pages = [
  query('per_page', size),
  query('page', count),
  query('page_size', size),
  query('page_token'),
] as const;

/** Pagination by token only. */
export const tokenPages = [query('page_size', size), query('page_token', { sealed: true })] as const;

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

/** The caller's session token, if it is not in a cookie. */
export const sessionToken = header('X-Session-Token');
/** The caller's cookies. */
export const cookie = header('Cookie');
