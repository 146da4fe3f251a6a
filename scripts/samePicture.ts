import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';

/** How many pixels may look different, as a share of all: what is left to the rendering of an edge or a shadow. */
const tolerance = 0.0001;

/**
 * Whether two pictures look the same.
 *
 * @param one a PNG file's bytes
 * @param other another one's
 * @throws Error when one of them is no PNG
 */
export function samePicture(one: Buffer, other: Buffer): boolean {
  if (one.equals(other)) return true;
  const [a, b] = [PNG.sync.read(one), PNG.sync.read(other)];
  if (a.width !== b.width || a.height !== b.height) return false;
  const different = pixelmatch(a.data, b.data, undefined, a.width, a.height);
  return different <= a.width * a.height * tolerance;
}
