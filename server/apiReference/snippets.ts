import type { Operation } from '../operations/catalogue.ts';
import type { Parameter } from '../operations/operation.ts';

/** Stands for the portal's own origin, which the page's script knows. */
const originPlaceholder = '{origin}';

/** Operations of the browser's own flows and of the portal, which `@ory/client` does not have. */
const withoutClient = new Set(['browser', 'portal']);

const isNeeded = ({ required }: Parameter): boolean => required;
const placeholder = ({ name }: Parameter): string => `<${name}>`;

/**
 * Returns an operation as a curl command, with placeholders such as `<id>` for required values. Session and admin
 * calls carry a session token; an admin client sends `Authorization: Bearer` instead.
 */
export function curlSnippet({ method, path, access, parameters, body }: Operation): string {
  const needed = parameters.filter(isNeeded);
  const segments = path.replace(/\{(\w+)\}/g, '<$1>');
  const query = needed.filter((parameter) => parameter.in === 'query');
  const search = query.map((parameter) => `${parameter.name}=${placeholder(parameter)}`).join('&');
  return [
    `curl -X ${method} '${originPlaceholder}${segments}${search && `?${search}`}'`,
    ...(access === 'public' ? [] : ["-H 'X-Session-Token: <session token>'"]),
    ...needed
      .filter((parameter) => parameter.in === 'header')
      .map((parameter) => `-H '${parameter.name}: ${placeholder(parameter)}'`),
    ...needed
      .filter((parameter) => parameter.in === 'form')
      .map((parameter) => `--data-urlencode '${parameter.name}=${placeholder(parameter)}'`),
    ...(body ? [`-H 'Content-Type: ${body.types[0] ?? ''}' -d '<${body.argument}>'`] : []),
  ].join(' \\\n  ');
}

/**
 * Returns an operation as a call of `@ory/client`, with placeholders for required values.
 *
 * @returns undefined if that client does not have the operation
 */
export function clientSnippet({ api, operation, access, parameters, body }: Operation): string | undefined {
  if (withoutClient.has(api)) return undefined;
  const className = `${api.charAt(0).toUpperCase()}${api.slice(1)}Api`;
  const settings =
    `basePath: '${originPlaceholder}'` +
    (access === 'public' ? '' : ", baseOptions: { headers: { 'X-Session-Token': '<session token>' } }");
  const needed = [
    ...parameters.filter(isNeeded).map((parameter) => `${parameter.argument}: '${placeholder(parameter)}'`),
    ...(body ? [`${body.argument}: {}`] : []),
  ];
  return [
    `import { Configuration, ${className} } from '@ory/client';`,
    '',
    `const api = new ${className}(new Configuration({ ${settings} }));`,
    `const { data } = await api.${operation}(${needed.length > 0 ? `{ ${needed.join(', ')} }` : ''});`,
  ].join('\n');
}
