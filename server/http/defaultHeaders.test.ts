import { createServer, type RequestListener } from 'node:http';
import { expect, test } from '@jest/globals';
import request from 'supertest';
import { defaultHeaders } from './defaultHeaders.ts';

const start: RequestListener = (_request, response) => {
  defaultHeaders(response).push('X-First', 'portal');
  defaultHeaders(response).push('X-Second', 'portal');
};

const answers: [string, RequestListener][] = [
  ['a plain end', (_request, response) => response.setHeader('x-second', 'own').end('x')],
  ['a list with the head', (_request, response) => response.writeHead(200, ['x-second', 'own']).end('x')],
  [
    'an object with the head',
    (_request, response) => response.writeHead(200, { 'x-second': 'own' }).end('x'),
  ],
  [
    'a status message, and a list after a header',
    (_request, response) => {
      response.setHeader('X-Third', 'own');
      response.writeHead(200, 'Fine', ['x-second', 'own']).end('x');
    },
  ],
];

test.each(answers)('%s starts with them, and its own headers win', async (_how, answer) => {
  const server = createServer((incoming, response) => {
    start(incoming, response);
    answer(incoming, response);
  });
  const { headers } = await request(server).get('/').expect(200);
  expect([headers['x-first'], headers['x-second']]).toEqual(['portal', 'own']);
});

test('repeated headers in a list stay repeated', async () => {
  const server = createServer((incoming, response) => {
    start(incoming, response);
    response.writeHead(200, ['Set-Cookie', 'a=1', 'Set-Cookie', 'b=2']).end();
  });
  const { headers } = await request(server).get('/');
  expect(headers['set-cookie']).toEqual(['a=1', 'b=2']);
  expect(headers['x-first']).toBe('portal');
});
