import { expect, test } from '@jest/globals';
import express, { type ErrorRequestHandler, type RequestHandler } from 'express';
import request from 'supertest';
import { below, inOrder } from './inOrder.ts';

/** Notes its name in the answer's `X-Passed`. */
const pass =
  (name: string): RequestHandler =>
  (_request, response, next) => {
    response.append('X-Passed', name);
    next();
  };

const answer: RequestHandler = (_request, response) => void response.send('answered');
const showError: ErrorRequestHandler = (error: Error, _request, response, _next) =>
  void response.status(418).send(error.message);

test('handlers run in order, then the next middleware', async () => {
  const app = express().use(inOrder(pass('1'), pass('2'), pass('3')), answer);
  const { headers, text } = await request(app).get('/');
  expect([headers['x-passed'], text]).toEqual(['1, 2, 3', 'answered']);
});

test.each<[string, RequestHandler]>([
  ['passes an error', (_request, _response, next) => next(new Error('refused'))],
  [
    'throws one',
    () => {
      throw new Error('refused');
    },
  ],
])('after a handler that %s, the others are skipped', async (_how, refuse) => {
  const app = express().use(inOrder(pass('1'), refuse, pass('3')), answer, showError);
  const { headers, status, text } = await request(app).get('/');
  expect([headers['x-passed'], status, text]).toEqual(['1', 418, 'refused']);
});

test('an error thrown after a handler that waited is passed on', async () => {
  const wait: RequestHandler = (_request, _response, next) => void setImmediate(next);
  const refuse: RequestHandler = () => {
    throw new Error('refused');
  };
  const app = express().use(inOrder(wait, refuse), answer, showError);
  const { status, text } = await request(app).get('/');
  expect([status, text]).toEqual([418, 'refused']);
});

test('a handler that answers is the last', async () => {
  const app = express().use(inOrder(pass('1'), answer, pass('3')), pass('4'));
  const { headers, text } = await request(app).get('/');
  expect([headers['x-passed'], text]).toEqual(['1', 'answered']);
});

test('a handler below some paths is skipped elsewhere, with its whole path otherwise', async () => {
  const own: RequestHandler = ({ url }, response) => void response.send(url);
  const app = express().use(below(['/own/', '/files/'], own), answer);
  for (const path of ['/own/a?b', '/files/']) expect((await request(app).get(path)).text).toBe(path);
  for (const path of ['/', '/own', '/else/own/'])
    expect((await request(app).get(path)).text).toBe('answered');
});
