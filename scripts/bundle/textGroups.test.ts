import { describe, expect, test } from '@jest/globals';
import { pageNames, textGroup, textGroups } from '../../shared/pages.ts';
import { messagesIn } from '../../shared/flow/messages.ts';
import { recordedFlows } from '../../test/support/flows/recordedFlow.ts';
import { isTextOf } from './textGroups.ts';

describe.each(textGroups)('the texts of the group %s', (group) => {
  test.each(['common.documentTitle', 'nav.login', 'flow.expired', 'error.details'])(
    'have %s, which all pages need',
    (key) => {
      expect(isTextOf(group, key)).toBe(true);
    },
  );

  test('have those of its own pages', () => {
    const own = pageNames.filter((name) => textGroup(name) === group);
    expect(own.filter((name) => !isTextOf(group, `${name}.title`))).toEqual([]);
  });

  test('lack texts that only the server renders', () => {
    expect(isTextOf(group, 'docs.title')).toBe(false);
    expect(isTextOf(group, 'nav.skip')).toBe(false);
  });
});

test('no group has the texts of another group’s pages', () => {
  const others = textGroups.flatMap((group) =>
    pageNames.filter(
      (name) => name !== 'error' && textGroup(name) !== group && isTextOf(group, `${name}.title`),
    ),
  );
  expect(others).toEqual([]);
});

test.each(recordedFlows)(
  'the texts of its page have all messages and labels of the flow $name',
  ({ kind, flow }) => {
    const labels = flow.ui.nodes.flatMap(({ meta }) => meta.label ?? []);
    const keys = [...messagesIn(flow), ...labels].map(({ id }) => `provider.${id}`);
    expect(keys.filter((key) => !isTextOf(textGroup(kind), key))).toEqual([]);
  },
);
