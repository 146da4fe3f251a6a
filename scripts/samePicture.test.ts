import { expect, test } from '@jest/globals';
import { PNG } from 'pngjs';
import { samePicture } from './samePicture.ts';

/** Returns a white picture with a grey square. @param grey the square's shade @param side its width and height in pixels */
function picture({ width = 100, height = 100, grey = 255, side = 0, level = 9 }): Buffer {
  const png = new PNG({ width, height });
  png.data.fill(255);
  for (let y = 0; y < side; y++) png.data.fill(grey, y * width * 4, (y * width + side) * 4);
  return PNG.sync.write(png, { deflateLevel: level });
}

test('equal pixels are the same picture, however they are compressed', () => {
  expect(samePicture(picture({}), picture({ level: 1 }))).toBe(true);
});

test('an invisible shade or one pixel does not make a different picture', () => {
  expect(samePicture(picture({}), picture({ side: 50, grey: 253 }))).toBe(true);
  expect(samePicture(picture({}), picture({ side: 1, grey: 0 }))).toBe(true);
});

test('a visible mark makes a different picture', () => {
  expect(samePicture(picture({}), picture({ side: 10, grey: 0 }))).toBe(false);
});

test('a different size makes a different picture', () => {
  expect(samePicture(picture({}), picture({ height: 101 }))).toBe(false);
});
