import { expect, test } from '@jest/globals';
import * as client from '@ory/client';
import * as earlierClient from 'ory-client-1.4.9';
import { catalogue, type Operation } from '../operations/catalogue.ts';
import { clientSnippet, curlSnippet } from './snippets.ts';

const operation = (name: string): Operation => {
  const found = catalogue.find((row) => row.operation === name);
  if (!found) throw new Error(`no operation ${name}`);
  return found;
};

test('a curl command has placeholders for the path, the session token and the body’s type', () => {
  expect(curlSnippet(operation('updateIdentity'))).toBe(
    "curl -X PUT '{origin}/admin/identities/<id>' \\\n" +
      "  -H 'X-Session-Token: <session token>' \\\n" +
      "  -H 'Content-Type: application/json' -d '<updateIdentityBody>'",
  );
});

test('a public call carries no session token, and encodes the form fields that it requires', () => {
  expect(curlSnippet(operation('oauth2TokenExchange'))).not.toContain('X-Session-Token');
  expect(curlSnippet(operation('introspectOAuth2Token'))).toContain("--data-urlencode 'token=<token>'");
});

test('a call of @ory/client has an argument for each required parameter', () => {
  expect(clientSnippet(operation('getIdentity'))).toBe(
    "import { Configuration, IdentityApi } from '@ory/client';\n\n" +
      "const api = new IdentityApi(new Configuration({ basePath: '{origin}', " +
      "baseOptions: { headers: { 'X-Session-Token': '<session token>' } } }));\n" +
      "const { data } = await api.getIdentity({ id: '<id>' });",
  );
});

test('the client has every method that the snippets call', () => {
  const missing = catalogue.filter((row) => {
    const [, className = '', method = ''] =
      /new (\w+)\([^]*api\.(\w+)\(/.exec(clientSnippet(row) ?? '') ?? [];
    const classes = [client, earlierClient].map((module) => Reflect.get(module, className) as unknown);
    return (
      className !== '' && !classes.some((found) => typeof found === 'function' && method in found.prototype)
    );
  });
  expect(missing.map((row) => row.operation)).toEqual([]);
});
