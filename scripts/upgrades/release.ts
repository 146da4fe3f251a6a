import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fieldsOf, type Fields } from '../../shared/fields.ts';

/** How long a file of a release may take to arrive, in milliseconds. */
const deadlineMs = 30_000;

/** How a release of Kratos describes itself. */
export interface Release {
  /** Its OpenAPI description. */
  api: Fields;
  /** The names of its messages in its source, by id. */
  messages: Map<number, string>;
}

/** Returns where GitHub serves the files of a release. @param version as in `v26.2.0` */
export const releaseOnGitHub = (version: string): string =>
  `https://raw.githubusercontent.com/ory/kratos/${version}`;

async function readText(from: string, name: string): Promise<string> {
  if (!/^https?:/.test(from)) return readFile(path.join(from, name), 'utf8');
  const url = `${from.replace(/\/+$/, '')}/${name}`;
  const answer = await fetch(url, { signal: AbortSignal.timeout(deadlineMs) }).catch((cause: unknown) => {
    throw new Error(`${url} does not answer`, { cause });
  });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
  return answer.text();
}

/** A constant of `text/id.go`: the first of a block is `Name ID = 4000000 + iota`, each further one just its name. */
const constant = /^\s+(\w+)(?:\s+ID = (\d+) \+ iota)?\s*(?:\/\/.*)?$/;

/** Reads the ids of Kratos' messages, in the order in which Go counts them. The first of a block is never sent. */
export function messagesIn(source: string): Map<number, string> {
  const messages = new Map<number, string>();
  let id = NaN;
  for (const line of source.split('\n')) {
    const [, name, start] = constant.exec(line) ?? [];
    if (name === undefined) {
      // an empty line or a comment between two names does not end a block
      if (line.startsWith(')')) id = NaN;
    } else if (start === undefined) {
      id += 1;
      if (!Number.isNaN(id) && name !== '_') messages.set(id, name);
    } else id = Number(start);
  }
  return messages;
}

/**
 * Reads how a release of Kratos describes itself: its `spec/api.json` and `text/id.go`. A running Kratos serves neither.
 *
 * @param from a checkout of the release, or a URL that serves its files
 * @throws Error in one line if one of the files cannot be read, or is something else
 */
export async function readRelease(from: string): Promise<Release> {
  const [description, source] = await Promise.all([
    readText(from, 'spec/api.json'),
    readText(from, 'text/id.go'),
  ]);
  const api = fieldsOf(JSON.parse(description));
  const messages = messagesIn(source);
  if (Object.keys(fieldsOf(api.paths)).length === 0) throw new Error('spec/api.json describes no operations');
  if (messages.size === 0) throw new Error('text/id.go contains no messages');
  return { api, messages };
}
