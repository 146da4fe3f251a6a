import request from 'supertest';
import { describe, test } from '@jest/globals';
import { adminApp } from './admin/adminApp.ts';
import { api } from './permissions/requests.ts';
import type { Sandbox } from './sandbox.ts';

const apps = {
  'Hydra’s admin API': adminApp({ records: {}, keys: {} } as Sandbox, { prepare: () => undefined } as never),
  'Keto’s APIs': api(() => undefined),
};

const otherSites = [
  { Host: 'rebound.example:4445' },
  { Host: 'localhost.rebound.example' },
  { Host: '127.0.0.1:4445', Origin: 'https://other.example' },
  { Host: '127.0.0.1:4445', Origin: 'null' },
  { Host: '127.0.0.1:4445', 'Sec-Fetch-Site': 'cross-site' },
];

const own = [
  { Host: '127.0.0.1:4445' },
  { Host: '[::1]:4445' },
  { Host: 'localhost', Origin: 'http://localhost:3000', 'Sec-Fetch-Site': 'same-site' },
];

describe.each(Object.entries(apps))('%s', (_name, app) => {
  test.each(otherSites)('refuses pages of another site: %j', async (headers) => {
    await request(app).get('/version').set(headers).expect(403);
  });

  test.each(own)('answers pages on this machine: %j', async (headers) => {
    await request(app).get('/version').set(headers).expect(200);
  });
});
