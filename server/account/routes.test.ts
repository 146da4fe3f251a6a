import { expect, test } from '@jest/globals';
import request from 'supertest';
import { portalWith } from '../../test/support/servedPage.ts';

test.each([
  ['/activity/mails', {}, '/login?return_to=%2Factivity&ended=true'],
  ['/agreement', {}, '/login?return_to=%2F&ended=true'],
  ['/data/back', {}, '/login?return_to=%2F&ended=true'],
  ['/secure', { own: 'true' }, '/login?return_to=%2Fsecure&ended=true'],
  ['/secure', {}, '/secure'],
])('a form at %s with %j, whose session has ended since, leads to %s', async (path, fields, location) => {
  const { status, headers } = await request(await portalWith())
    .post(path)
    .type('form')
    .send(fields);
  expect([status, headers.location]).toEqual([303, location]);
});
