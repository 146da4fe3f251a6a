import { createServer, type RequestListener } from 'node:http';
import { expect, test } from '@jest/globals';
import request from 'supertest';
import { defaultHeaders } from './defaultHeaders.ts';

const start: RequestListener = (_request, response) => {
  defaultHeaders(response).push('X-First', 'portal');
  defaultHeaders(response).push('X-Second', 'portal');
};

const answers: [string, RequestListener][] = [
  ['an answer that is only ended', (_request, response) => response.setHeader('x-second', 'own').end('x')],
  [
    'an answer with a list of headers in writeHead',
    (_request, response) => response.writeHead(200, ['x-second', 'own']).end('x'),
  ],
  [
    'an answer with an object of headers in writeHead',
    (_request, response) => response.writeHead(200, { 'x-second': 'own' }).end('x'),
  ],
  [
    'an answer with a status message, a header and a list',
    (_request, response) => {
      response.setHeader('X-Third', 'own');
      response.writeHead(200, 'Fine', ['x-second', 'own']).end('x');
    },
  ],
];

test.each(answers)('%s has the default headers, which its own override', async (_how, answer) => {
  const server = createServer((incoming, response) => {
    start(incoming, response);
    answer(incoming, response);
  });
  const { headers } = await request(server).get('/').expect(200);
  expect([headers['x-first'], headers['x-second']]).toEqual(['portal', 'own']);
});

test('repeated headers in a list are all kept', async () => {
  const server = createServer((incoming, response) => {
    start(incoming, response);
    response.writeHead(200, ['Set-Cookie', 'a=1', 'Set-Cookie', 'b=2']).end();
  });
  const { headers } = await request(server).get('/');
  expect(headers['set-cookie']).toEqual(['a=1', 'b=2']);
  expect(headers['x-first']).toBe('portal');
});
