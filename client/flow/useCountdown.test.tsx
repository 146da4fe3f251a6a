import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, renderHook, screen } from '@testing-library/react';
import { setUpFlowHarness, show } from '../../test/support/flowHarness.tsx';
import { recordedFlow } from '../../test/support/flows/recordedFlow.ts';
import { useCountdown } from './useCountdown.ts';

setUpFlowHarness();
beforeEach(() => {
  jest.useFakeTimers();
  sessionStorage.clear();
});
afterEach(() => void jest.useRealTimers());

const pass = (seconds: number): void => act(() => jest.advanceTimersByTime(seconds * 1000));

test('runs to its end even if its start value becomes undefined', () => {
  const starts: { start: number | undefined } = { start: 1 };
  const { result, rerender } = renderHook(({ start }) => useCountdown(30, start, 'f1'), {
    initialProps: starts,
  });
  pass(10);
  rerender({ start: undefined });
  expect(result.current).toBe(20);
  pass(20);
  expect(result.current).toBe(0);
});

test('restarts when the start value changes', () => {
  const { result, rerender } = renderHook(({ start }) => useCountdown(30, start, 'f1'), {
    initialProps: { start: 1 },
  });
  pass(10);
  rerender({ start: 2 });
  expect(result.current).toBe(30);
});

test('a page that is shown again counts to the same moment, and one of another flow its own', () => {
  const { rerender, unmount } = renderHook(({ start }) => useCountdown(30, start, 'f1'), {
    initialProps: { start: 1 },
  });
  pass(10);
  rerender({ start: 2 });
  pass(10);
  unmount();
  expect(renderHook(() => useCountdown(30, 3, 'f1')).result.current).toBe(20);
  expect(renderHook(() => useCountdown(30, 3, 'f2')).result.current).toBe(30);
});

test('a code can be resent once the first one has had time to arrive', async () => {
  const { unmount } = show('recovery', recordedFlow('recovery-sent'));
  pass(1);
  expect(screen.queryByRole('button', { name: 'Resend code' })).toBeNull();
  await act(() => jest.advanceTimersByTimeAsync(30_000));
  expect(screen.getByRole('button', { name: 'Resend code' })).toBeTruthy();
  unmount();
});
