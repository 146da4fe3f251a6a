import type { Readable } from 'node:stream';

/**
 * Passes on whole lines, so that those of several processes do not mix.
 *
 * @param write writes to the common output
 */
export function forwardLines(stream: Readable, write: (lines: string) => void): void {
  let begun = '';
  stream
    .setEncoding('utf8')
    .on('data', (text: string) => {
      const end = text.lastIndexOf('\n') + 1;
      if (end > 0) write(begun + text.slice(0, end));
      begun = end > 0 ? text.slice(end) : begun + text;
    })
    .on('end', () => {
      // a worker was killed while it wrote
      if (begun !== '') write(`${begun}\n`);
    });
}
