import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';

/** The share of pixels that may differ: edges and shadows do not always render alike. */
const tolerance = 0.0001;

/**
 * Whether two pictures look the same.
 *
 * @param one a PNG file's bytes
 * @param other another PNG file's bytes
 * @throws Error when one of them is not a PNG
 */
export function samePicture(one: Buffer, other: Buffer): boolean {
  if (one.equals(other)) return true;
  const [a, b] = [PNG.sync.read(one), PNG.sync.read(other)];
  if (a.width !== b.width || a.height !== b.height) return false;
  const different = pixelmatch(a.data, b.data, undefined, a.width, a.height);
  return different <= a.width * a.height * tolerance;
}
