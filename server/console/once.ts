import type { Store } from '../security/limits/stores.ts';
import type { ConsoleLoaded } from './needs.ts';

const placeOf = (text: string): ConsoleLoaded => {
  const [redirect = '', act = '', log = ''] = text.split(' ');
  return { redirect, done: { act, log } };
};

/**
 * Creates what takes each form once: one that is sent again, by a second press or a reload, leads to where the first one led, and
 * to the same notice.
 *
 * @param taken keeps where each form led; replicas share it, as they do the limits
 */
export const createOnce =
  (taken: Store) =>
  async (key: string, work: () => Promise<ConsoleLoaded>): Promise<ConsoleLoaded> => {
    const before = await taken.get(key);
    if (before !== undefined) return placeOf(before);
    const loaded = await work();
    if ('redirect' in loaded && loaded.done)
      await taken.set(key, [loaded.redirect, loaded.done.act, loaded.done.log].join(' '));
    if ('page' in loaded && loaded.page.name === 'secret') {
      const { target, log } = loaded.page.props;
      await taken.set(key, [target.url, 'secretShown', log].join(' '));
    }
    return loaded;
  };
