import { expect, test } from '@jest/globals';
import { inputAttributes } from '../../shared/flow/inputAttributes.ts';
import { input } from '../../test/support/flows/flowParts.ts';
import { recordedFlow } from '../../test/support/flows/recordedFlow.ts';
import { fillAddress } from './fillAddress.ts';

test.each([
  ['login', 'identifier'],
  ['registration', 'traits.email'],
  ['verification', 'email'],
] as const)('the address of a %s is filled only into its own field', (kind, name) => {
  const flow = recordedFlow(kind);
  const nodes = [input('default', 'traits.work.email', 'email'), ...flow.ui.nodes];
  const filled = fillAddress({ ...flow, ui: { ...flow.ui, nodes } }, 'ann@acme.example').ui.nodes;
  expect(
    filled
      .map((node) => inputAttributes(node))
      .filter((field) => field?.value === 'ann@acme.example')
      .map((field) => field?.name),
  ).toEqual([name]);
  const phone = fillAddress(flow, '+4915112345678').ui.nodes.map((node) => inputAttributes(node));
  expect(phone.filter((field) => field?.value === '+4915112345678' && field.type === 'email')).toEqual([]);
});
