import path from 'node:path';

/** The repository's directory; esbuild's metafiles name files relative to it. */
export const root = path.join(import.meta.dirname, '../..');
