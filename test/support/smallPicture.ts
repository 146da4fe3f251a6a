import { PNG } from 'pngjs';

/** How many pixels of a screenshot, across and down, become one. */
const scale = 8;

/** How much a colour channel (0 to 255) of a small picture may differ. */
const tolerance = 8;

/** The share of a small picture's pixels that may differ by more. */
const allowedShare = 0.0002;

const channels = 4;

/**
 * Averages squares of a screenshot's pixels. The result shows positions, sizes and colours, but not how a machine
 * antialiases letters.
 *
 * @param screenshot a PNG file's bytes
 * @returns a PNG file's bytes
 */
export function smallPicture(screenshot: Buffer): Buffer {
  const large = PNG.sync.read(screenshot);
  const small = new PNG({ width: Math.floor(large.width / scale), height: Math.floor(large.height / scale) });
  for (let y = 0; y < small.height; y++)
    for (let x = 0; x < small.width; x++)
      for (let channel = 0; channel < channels; channel++) {
        let sum = 0;
        for (let dy = 0; dy < scale; dy++)
          for (let dx = 0; dx < scale; dx++)
            sum += large.data[((y * scale + dy) * large.width + x * scale + dx) * channels + channel] ?? 0;
        small.data[(y * small.width + x) * channels + channel] = Math.round(sum / scale ** 2);
      }
  return PNG.sync.write(small);
}

/**
 * Whether two small pictures look the same.
 *
 * @throws Error when one of them is not a PNG
 */
export function looksAlike(one: Buffer, other: Buffer): boolean {
  const [a, b] = [PNG.sync.read(one), PNG.sync.read(other)];
  if (a.width !== b.width || a.height !== b.height) return false;
  let different = 0;
  for (let at = 0; at < a.data.length; at += channels)
    for (let channel = 0; channel < channels; channel++)
      if (Math.abs((a.data[at + channel] ?? 0) - (b.data[at + channel] ?? 0)) > tolerance) {
        different++;
        break;
      }
  return different <= a.width * a.height * allowedShare;
}
