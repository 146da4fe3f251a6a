import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import express from 'express';
import sirv from 'sirv';
import request from 'supertest';
import { endOnFileError } from './endOnFileError.ts';

const directory = mkdtempSync(path.join(tmpdir(), 'assets-'));
afterEach(() => rmSync(directory, { recursive: true }));

test('a file that can no longer be opened ends only its own request', async () => {
  for (const name of ['gone.js', 'there.js']) writeFileSync(path.join(directory, name), name);
  const app = express().use(endOnFileError, sirv(directory));
  const server = app.listen(0);
  renameSync(path.join(directory, 'gone.js'), path.join(directory, 'gone'));
  await expect(request(server).get('/gone.js')).rejects.toThrow();
  expect((await request(server).get('/there.js').expect(200)).text).toBe('there.js');
  server.close();
});
