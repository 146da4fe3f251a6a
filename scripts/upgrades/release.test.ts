import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { closeHarness, fakeUpstream } from '../../test/support/gatewayHarness.ts';
import { outputOf } from '../../provider/local/keptProcess.ts';
import { onPath } from '../../provider/local/onPath.ts';
import { newOperations } from './newOperations.ts';
import { messagesIn, readRelease } from './release.ts';
import { unknownMessages } from './unknownMessages.ts';
import { unknownValues, valuesIn } from './unknownValues.ts';

const root = path.join(import.meta.dirname, '../..');
const source = `
package text

type ID int

const (
	InfoRoot ID = 1010000 + iota // 1010000
	InfoFirst                    // 1010001

	// About nothing.
	_
	InfoThird
)

const (
	ErrorRoot ID = 4000000 + iota
	ErrorFirst
)
`;
const api = JSON.stringify({ paths: { '/sessions/whoami': { get: { operationId: 'toSession' } } } });

let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'release-'));
});
afterEach(async () => {
  closeHarness();
  await rm(directory, { recursive: true });
});

async function write(files: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.join(directory, path.dirname(name)), { recursive: true });
    await writeFile(path.join(directory, name), text);
  }
}

test('the ids of messages are counted as Go counts them', () => {
  expect([...messagesIn(source)]).toEqual([
    [1010001, 'InfoFirst'],
    [1010003, 'InfoThird'],
    [4000001, 'ErrorFirst'],
  ]);
});

test('a release is read from a checkout, and from a URL', async () => {
  const files: Record<string, string> = { 'spec/api.json': api, 'text/id.go': source };
  await write(files);
  const { url, received } = await fakeUpstream((request, response) => {
    response.end(files[request.url?.replace('/ory/kratos/v99/', '') ?? '']);
  });
  for (const from of [directory, `${url}/ory/kratos/v99`, `${url}/ory/kratos/v99/`]) {
    const release = await readRelease(from);
    expect(Object.keys(release.api.paths as object)).toEqual(['/sessions/whoami']);
    expect(release.messages.size).toBe(3);
  }
  expect(received).toHaveLength(4);
});

test.each<[string, Record<string, string>, RegExp]>([
  ['without a description', { 'text/id.go': source }, /ENOENT.*api\.json/],
  ['without messages', { 'spec/api.json': api, 'text/id.go': 'package text' }, /no messages/],
  ['whose description has no operations', { 'spec/api.json': '{}', 'text/id.go': source }, /no operations/],
])('a release %s is refused', async (_what, files, problem) => {
  await write(files);
  await expect(readRelease(directory)).rejects.toThrow(problem);
});

test('a URL that answers with an error, or not at all, is refused', async () => {
  const { url } = await fakeUpstream((_request, response) => response.writeHead(404).end('404: Not Found'));
  await expect(readRelease(url)).rejects.toThrow(/api\.json answered 404/);
  await expect(readRelease('http://127.0.0.1:9')).rejects.toThrow(/127\.0\.0\.1:9.* does not answer/);
});

(onPath('go') ? test : test.skip)('nothing in the pinned release of Kratos is new', async () => {
  const { output } = await outputOf(['go', 'mod', 'download', '-json', 'github.com/ory/kratos'], {
    cwd: path.join(root, 'provider/kratos'),
    onLine: () => undefined,
  });
  const release = await readRelease((JSON.parse(output) as { Dir: string }).Dir);
  expect(release.messages.size).toBeGreaterThan(100);
  expect(valuesIn(release.api).length).toBeGreaterThan(50);
  expect(newOperations(release.api).news).toEqual([]);
  expect(unknownValues(valuesIn(release.api))).toEqual([]);
  expect(unknownMessages(release.messages)).toEqual([]);
});
