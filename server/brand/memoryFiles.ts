import { createHash } from 'node:crypto';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { RequestHandler } from 'express';

/** `Cache-Control` of a file whose name contains its hash. */
export const keptForEver = 'public,max-age=31536000,immutable';

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
};

const compressed = /\.(?:css|json|svg)$/;

/** Creates an empty collection of files. */
export function createMemoryFiles() {
  const files = new Map<string, { type: string; content: Buffer; brotli?: Buffer }>();
  return {
    /** Adds a file. @param name with its extension @returns its URL */
    add: (name: string, content: Buffer | string): string => {
      const bytes = Buffer.from(content);
      const { name: stem, ext } = path.parse(name.toLowerCase());
      const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 8);
      const url = `/assets/${stem.replaceAll(/[^\w-]/g, '-')}-${hash}${ext}`;
      files.set(url, {
        type: types[ext] ?? 'application/octet-stream',
        content: bytes,
        ...(compressed.test(ext) && { brotli: brotliCompressSync(bytes) }),
      });
      return url;
    },
    /** Serves them; to be mounted at the origin's root. */
    serve: ((request, response, next) => {
      const file = files.get(request.path);
      if (!file || !/^(?:GET|HEAD)$/.test(request.method)) {
        next();
        return;
      }
      const takesBrotli = /\bbr\b/.test(request.get('accept-encoding') ?? '');
      const brotli = takesBrotli ? file.brotli : undefined;
      response.set({
        'Content-Type': file.type,
        'Cache-Control': keptForEver,
        ...(file.brotli && { Vary: 'Accept-Encoding' }),
        ...(brotli && { 'Content-Encoding': 'br' }),
      });
      response.end(brotli ?? file.content);
    }) satisfies RequestHandler,
  };
}

/** Files that the portal creates when it starts, and serves like the built ones: under hashed names, cached forever. */
export type MemoryFiles = ReturnType<typeof createMemoryFiles>;
