import { test } from '@jest/globals';

type DefineTest = (name: string, run: () => Promise<void>) => void;

const define: DefineTest = (name, run) => test(name, run);
const skip: DefineTest = () => undefined;

/**
 * A row for each kind of browser that the main visits are tested in. Where a test would find the same in both, its
 * `describe` defines it for one of them, with `withScripts` or `withoutScripts` in place of `test`.
 */
export const scriptsOnAndOff = [
  { how: 'with scripts', scripts: true, withScripts: define, withoutScripts: skip },
  { how: 'without scripts', scripts: false, withScripts: skip, withoutScripts: define },
];
