import type { MakeStore } from '../../server/security/limits/stores.ts';

/** The error of the failing stores. */
export const storeFailure = new Error('the store cannot be reached');

const storesThat =
  (fail: () => never | Promise<never>): MakeStore =>
  () => ({ count: fail, get: fail, set: fail, delete: fail });

/** Stores that fail, by rejecting and by throwing. */
export const failingStores: [how: string, MakeStore][] = [
  ['rejects', storesThat(() => Promise.reject(storeFailure))],
  [
    'throws',
    storesThat(() => {
      throw storeFailure;
    }),
  ],
];
