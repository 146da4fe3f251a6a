import { expect, test } from '@jest/globals';
import { countBytes } from './countBytes.ts';

document.body.innerHTML =
  '<input type="password" data-secret="true" minlength="8"><input name="name" minlength="8">';
const [password, name] = document.querySelectorAll('input');
countBytes();

test.each([
  ['lub-dub', 8],
  ['lüb-düb', 6],
  ['心音', 4],
  ['🩺🩺', 4],
  ['🩺🩺🩺🩺', 0],
])('for %s, the minimum length is %i UTF-16 units', (typed, least) => {
  for (const field of [password, name]) {
    if (!field) throw new Error('no such field');
    field.value = typed;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
  expect(password?.minLength).toBe(least);
  expect(password?.dataset.least).toBe('8');
  expect(name?.minLength).toBe(8);
});
