import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';
import { useCountdown } from './useCountdown.ts';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const pass = (seconds: number): void => act(() => jest.advanceTimersByTime(seconds * 1000));

test('counts whole seconds down to 0', () => {
  const { result } = renderHook(() => useCountdown(3, 1));
  expect(result.current).toBe(3);
  pass(1);
  expect(result.current).toBe(2);
  pass(5);
  expect(result.current).toBe(0);
});

test('does not start automatically', () => {
  const { result } = renderHook(() => useCountdown(3, undefined));
  pass(1);
  expect(result.current).toBe(0);
});

test('runs to its end even if its start value becomes undefined', () => {
  const starts: { start: number | undefined } = { start: 1 };
  const { result, rerender } = renderHook(({ start }) => useCountdown(30, start), { initialProps: starts });
  pass(10);
  rerender({ start: undefined });
  expect(result.current).toBe(20);
  pass(20);
  expect(result.current).toBe(0);
});

test('restarts when the start value changes', () => {
  const { result, rerender } = renderHook(({ start }) => useCountdown(30, start), {
    initialProps: { start: 1 },
  });
  pass(10);
  rerender({ start: 2 });
  expect(result.current).toBe(30);
});
