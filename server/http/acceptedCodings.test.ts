import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { newDirectory } from '../../test/support/newDirectory.ts';
import express from 'express';
import sirv from 'sirv';
import request from 'supertest';
import { createMemoryFiles } from '../brand/memoryFiles.ts';
import { dropRefusedCodings } from './acceptedCodings.ts';

const directory = newDirectory();
const write = (extension: string, content: string | Buffer): void =>
  writeFileSync(path.join(directory, `built.json${extension}`), content);
write('', '{}');
write('.br', brotliCompressSync('{}'));
write('.gz', gzipSync('{}'));

test.each([
  ['gzip, deflate, br, zstd', 'br', 'br'],
  ['gzip;q=0.5, br;q=0.1', 'br', 'br'],
  ['br;q=0, gzip', 'gzip', undefined],
  ['br;q=0, *', 'gzip', undefined],
  ['br;q=0, gzip;q=0.000', undefined, undefined],
  ['', undefined, undefined],
])('a browser that takes %j gets no file in a coding that it refuses', async (takes, built, added) => {
  const files = createMemoryFiles();
  const url = files.add('added.json', '{}');
  const app = express().use(dropRefusedCodings, files.serve, sirv(directory, { brotli: true, gzip: true }));
  const codingOf = async (file: string): Promise<unknown> => {
    const { headers } = await request(app).get(file).set('Accept-Encoding', takes).expect(200, {});
    return (headers as Record<string, unknown>)['content-encoding'];
  };
  expect([await codingOf('/built.json'), await codingOf(url)]).toEqual([built, added]);
});
