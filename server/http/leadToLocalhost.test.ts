import { expect, test } from '@jest/globals';
import express from 'express';
import request from 'supertest';
import { leadToLocalhost } from './leadToLocalhost.ts';

const portal = (portalUrl: string) => {
  const lead = leadToLocalhost(portalUrl);
  return express()
    .use(...(lead ? [lead] : []), (_request, response) => void response.send('here'))
    .disable('etag');
};
const visit = (app: express.Express, host: string, accept = 'text/html') =>
  request(app).get('//login?flow=a%20b').set({ host, accept });

test.each(['127.0.0.1:3000', '[::1]:3000'])('a visit to %s is redirected to localhost', async (host) => {
  await visit(portal('http://localhost:3000'), host)
    .expect(302)
    .expect('location', 'http://localhost:3000//login?flow=a%20b');
});

test.each([
  ['at localhost', 'http://localhost:3000', 'localhost:3000', 'text/html'],
  ['at another port', 'http://localhost:3000', '127.0.0.1:3001', 'text/html'],
  ['by a script', 'http://localhost:3000', '127.0.0.1:3000', 'application/json'],
])('a request %s is answered there', async (_what, portalUrl, host, accept) => {
  await visit(portal(portalUrl), host, accept).expect(200);
});

test('a portal at any other address redirects nobody', () => {
  expect(leadToLocalhost('https://portal.example')).toBeUndefined();
});
