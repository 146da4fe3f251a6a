import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { catalogue } from '../../server/operations/catalogue.ts';
import type { Operation } from '../../server/operations/operation.ts';
import { fieldsOf, listOf, lookUp, objectsIn, textIn, type Fields } from '../../shared/fields.ts';

const server = path.join(import.meta.dirname, '../../server');

/** An operation of a release. */
interface Described {
  method: string;
  path: string;
  operation: string;
  parameters: Fields[];
  body: Fields;
}

/** The fields that JSON bodies must have in the releases that the portal knows, by operation. */
const requiredFields: Partial<Record<string, readonly string[]>> = {
  createIdentity: ['schema_id', 'traits'],
  createRecoveryCodeForIdentity: ['identity_id'],
  createRecoveryLinkForIdentity: ['identity_id'],
  createTestLoginFlow: ['provider_id'],
  manageSessions: ['action'],
  performNativeLogout: ['session_token'],
  updateFedcmFlow: ['csrf_token', 'token'],
  updateIdentity: ['schema_id', 'state', 'traits'],
  // each method requires some of these
  updateLoginFlow: [
    ...['csrf_token', 'identifier', 'lookup_secret', 'method', 'password', 'provider'],
    'totp_code',
  ],
  updateRecoveryFlow: ['email', 'method'],
  updateRegistrationFlow: ['method', 'password', 'provider', 'traits'],
  updateSettingsFlow: ['method', 'password', 'traits'],
  updateVerificationFlow: ['email', 'method'],
};

const callOf = ({ method, path: template }: Pick<Operation, 'path'> & { method: string }): string =>
  `${method} ${template.replaceAll(/\{[^}]*\}/g, '{}')}`;

function describedIn(api: Fields): Described[] {
  return Object.entries(fieldsOf(api.paths)).flatMap(([template, methods]) =>
    Object.entries(fieldsOf(methods)).map(([method, value]) => {
      const { operationId, parameters, requestBody } = fieldsOf(value);
      return {
        method: method.toUpperCase(),
        path: template,
        operation: textIn(operationId) ?? template,
        parameters: objectsIn(parameters),
        body: fieldsOf(fieldsOf(fieldsOf(fieldsOf(requestBody).content)['application/json']).schema),
      };
    }),
  );
}

/** Returns the fields that a schema requires, or that one of its alternatives does. */
function requiredBy(api: Fields, schema: Fields): unknown[] {
  const name = textIn(schema.$ref)?.replace('#/components/schemas/', '');
  if (name !== undefined)
    return requiredBy(api, fieldsOf(lookUp(fieldsOf(fieldsOf(api.components).schemas), name)));
  return [
    ...listOf(schema.required),
    ...objectsIn(schema.oneOf).flatMap((alternative) => requiredBy(api, alternative)),
  ];
}

/** Finds the parameters and fields without which Kratos now refuses a call that the portal knows. */
function newRequirements(api: Fields, described: Described, row: Operation): string[] {
  const { method, path: template, operation, parameters, body } = described;
  const call = `${method} ${template} (${operation})`;
  const known = (one: Fields): boolean =>
    one.in === 'path' || row.parameters.some(({ name, required }) => required && name === one.name);
  const missing = parameters.filter((one) => one.required === true && !known(one));
  const fields = requiredBy(api, body).filter((name) => !requiredFields[operation]?.includes(String(name)));
  return [
    ...missing.map(
      ({ name }) =>
        `${call} requires the parameter ${String(name)}: the portal forwards calls without it, and Kratos refuses them.`,
    ),
    ...[...new Set(fields)].map(
      (name) =>
        `${call} requires the field ${String(name)}: the portal forwards bodies as they are, sends only the fields that a flow's form has, and Kratos refuses others.`,
    ),
  ];
}

/** Returns the names of the operations that the portal calls on its own behalf, from its source. */
function ownCalls(): Set<string> {
  const files = globSync('**/*.ts', { cwd: server }).filter(
    (file) => !/\.test\.ts$|provider\/check\//.test(file),
  );
  const source = files.map((file) => readFileSync(path.join(server, file), 'utf8')).join('\n');
  const calls = source.matchAll(/(?:frontend|identity)Requests\.(\w+)\(/g);
  return new Set(Array.from(calls, ([, name = '']) => name));
}

/** How a release's operations differ from those that the portal knows. */
export interface NewOperations {
  /** A sentence for each difference that needs attention. */
  news: string[];
  /** The names of the operations that the portal forwards and the release does not have. */
  missing: string[];
}

/** Compares a release's operations with the catalogue. @param api its OpenAPI description */
export function newOperations(api: Fields): NewOperations {
  // `browser` has the calls that only browsers make, which no description lists
  const rows = catalogue.filter(
    ({ api: name, upstream }) => upstream.startsWith('kratos') && name !== 'browser',
  );
  const known = new Map(catalogue.map((row) => [callOf(row), row]));
  const described = describedIn(api);
  const calls = new Set(described.map(callOf));
  const gone = rows.filter((row) => !calls.has(callOf(row)));
  const own = ownCalls();
  return {
    news: [
      ...described.flatMap((one) => {
        const row = known.get(callOf(one));
        if (row) return newRequirements(api, one, row);
        return [
          `${one.method} ${one.path} (${one.operation}) is not in the catalogue: the portal answers 404.`,
        ];
      }),
      ...gone
        .filter(({ operation }) => own.has(operation))
        .map(
          ({ method, path: template, operation }) =>
            `${method} ${template} (${operation}) is gone: the portal calls it itself, and pages that need it fail.`,
        ),
    ],
    missing: gone.filter(({ operation }) => !own.has(operation)).map(({ operation }) => operation),
  };
}
