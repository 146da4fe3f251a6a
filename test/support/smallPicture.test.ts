import { expect, test } from '@jest/globals';
import { PNG } from 'pngjs';
import { looksAlike, smallPicture } from './smallPicture.ts';

type Rectangle = [left: number, top: number, width: number, height: number];

/** Returns a white screenshot with a blue rectangle. @param edge how much lighter its edge pixels are */
function screenshot([left, top, width, height]: Rectangle, edge = 0, fill = [0, 116, 170]): Buffer {
  const png = new PNG({ width: 320, height: 200 });
  png.data.fill(255);
  for (let y = top; y < top + height; y++)
    for (let x = left; x < left + width; x++) {
      const isEdge = x === left || x === left + width - 1;
      const color = fill.map((channel) => (isEdge ? Math.min(channel + edge, 255) : channel));
      png.data.set(color, (y * png.width + x) * 4);
    }
  return PNG.sync.write(png);
}

const button: Rectangle = [40, 40, 160, 44];
const small = smallPicture(screenshot(button));

test('a small picture has one pixel for each square of eight by eight pixels', () => {
  const { width, height } = PNG.sync.read(small);
  expect([width, height]).toEqual([40, 25]);
});

test('edges that are smoothed differently look alike', () => {
  expect(looksAlike(small, smallPicture(screenshot(button, 40)))).toBe(true);
});

test.each<[string, Buffer]>([
  ['another colour', screenshot(button, 0, [0, 159, 227])],
  ['another place', screenshot([40, 44, 160, 44])],
  ['another size', screenshot([40, 40, 168, 44])],
])('%s is detected', (_what, other) => {
  expect(looksAlike(small, smallPicture(other))).toBe(false);
});
