import type { UiNodeInputAttributes } from '@ory/client';

/** Times are UTC, as in `formBody`; seconds are shown if there are any. */
function localTime(value: string): string {
  const isElsewhere = /[+-]\d\d:\d\d$/.test(value) && !isNaN(Date.parse(value));
  return (isElsewhere ? new Date(value).toISOString() : value)
    .replace(/(T\d\d:\d\d:\d\d(?:\.\d{1,3})?).*/, '$1')
    .replace(/(T\d\d:\d\d)(?::00(?:\.0+)?)?(?:Z|[+-]\d\d:\d\d)?$/, '$1');
}

/** Returns a node's value in the format of an input: a datetime-local accepts no zone. */
export function valueOf({ type, value }: UiNodeInputAttributes): string {
  const text = typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '');
  return type === 'datetime-local' ? localTime(text) : text;
}

/** Whether a node's value has several lines, which only a text area keeps. */
export const hasLines = (input: UiNodeInputAttributes): boolean =>
  input.type === 'text' && /[\r\n]/.test(valueOf(input));
