import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { startPermissions } from './startPermissions.ts';

const ports = { read: 0, write: 0, opl: 0 };
let directory: string;
const log = jest.spyOn(console, 'log').mockReturnValue();
const environment = process.env.NODE_ENV;

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'permissions-'));
  await writeFile(path.join(directory, 'opl.ts'), 'class User implements Namespace {}');
});
afterEach(async () => {
  process.env.NODE_ENV = environment;
  await rm(directory, { recursive: true });
});

const start = () => startPermissions({ directory, ports, oplFile: path.join(directory, 'opl.ts') });

test('keeps relation tuples across a restart', async () => {
  const first = await start();
  const tuple = { namespace: 'User', object: 'ada', relation: 'self', subject_id: 'ada' };
  const body = JSON.stringify(tuple);
  await fetch(`${first.writeUrl}/admin/relation-tuples`, { method: 'PUT', body });
  await first.stop();
  const second = await start();
  const answer = await fetch(`${second.readUrl}/relation-tuples`);
  expect(await answer.json()).toEqual({ relation_tuples: [tuple], next_page_token: '' });
  await second.stop();
});

test('says that it is for development and tests, and listens on loopback only', async () => {
  const permissions = await start();
  expect(log).toHaveBeenLastCalledWith(expect.stringContaining('for development and tests only'));
  for (const url of [permissions.readUrl, permissions.writeUrl, permissions.oplUrl])
    expect(new URL(url).hostname).toBe('127.0.0.1');
  await permissions.stop();
});

test('refuses to run in production', async () => {
  process.env.NODE_ENV = 'production';
  await expect(start()).rejects.toThrow('for development and tests');
});

test('names the line of a mistake in the OPL file', async () => {
  const file = path.join(directory, 'opl.ts');
  await writeFile(file, 'class A implements Namespace {\n  related: { b: B[] }\n}');
  await expect(start()).rejects.toThrow(`${file}:2:16: namespace "B" was not declared`);
});

test('answers 404 for other paths', async () => {
  const permissions = await start();
  expect((await fetch(`${permissions.readUrl}/admin/relation-tuples`)).status).toBe(404);
  await permissions.stop();
});

test('answers 500 for a permission that calls itself endlessly', async () => {
  const file = path.join(directory, 'opl.ts');
  await writeFile(file, 'class A implements Namespace { permits = { p: (ctx) => !this.permits.p(ctx) } }');
  const permissions = await start();
  const query = 'namespace=A&object=a&relation=p&subject_id=ada';
  const answer = await fetch(`${permissions.readUrl}/relation-tuples/check?${query}`);
  expect(answer.status).toBe(500);
  expect(await answer.json()).toMatchObject({ error: { code: 500, status: 'Internal Server Error' } });
  await permissions.stop();
});
