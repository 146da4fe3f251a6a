import { afterEach, expect, jest, test } from '@jest/globals';
import { catalogueLoader } from './catalogueLoader.ts';

const { fetch } = globalThis;
const answers = (...responses: (() => Promise<Response>)[]): jest.Mock<typeof fetch> => {
  const answer = jest.fn<typeof fetch>();
  for (const response of responses) answer.mockImplementationOnce(response);
  globalThis.fetch = answer;
  return answer;
};
const catalogue = (): Promise<Response> =>
  Promise.resolve({ ok: true, json: () => Promise.resolve({ 'common.apply': 'Apply' }) } as Response);

afterEach(() => {
  globalThis.fetch = fetch;
});

test('fetches once, however often it is called, and delivers the texts before it resolves', async () => {
  const fetched = answers(catalogue);
  const use = jest.fn<Parameters<typeof catalogueLoader>[1]>();
  const load = catalogueLoader('/assets/en-1.json', use);
  await Promise.all([load(), load()]);
  await load();
  expect(fetched.mock.calls).toEqual([['/assets/en-1.json']]);
  expect(use.mock.calls).toEqual([[{ 'common.apply': 'Apply' }]]);
});

test.each([
  ['the network fails', () => Promise.reject(new TypeError('offline'))],
  ['the answer is an error', () => Promise.resolve({ ok: false, status: 503 } as Response)],
])('when %s it still resolves, and the next call tries again', async (_case, failure) => {
  answers(failure, catalogue);
  const use = jest.fn<Parameters<typeof catalogueLoader>[1]>();
  const load = catalogueLoader('/assets/en-1.json', use);
  await load();
  expect(use).not.toHaveBeenCalled();
  await load();
  expect(use).toHaveBeenCalledTimes(1);
});
