import { expect, test } from '@jest/globals';
import type { UiNode } from '@ory/client';
import {
  disableLookupSecrets,
  removeSecurityKey,
  removeTrustedDevice,
  unlinkTotp,
} from '../../../../shared/flow/messageId.ts';
import { areAlone, wouldBeAlone } from './OnlyCodes.tsx';

const labelled = (id: number): UiNode => ({ messages: [], meta: { label: { id } } }) as unknown as UiNode;
const flowOf = (...nodes: UiNode[]) => ({ ui: { nodes } }) as Parameters<typeof areAlone>[0];
const codes = labelled(disableLookupSecrets);

test.each([unlinkTotp, removeSecurityKey, removeTrustedDevice])(
  'backup codes are alone without the second factor that button %d removes',
  (label) => {
    const last = labelled(label);
    expect(areAlone(flowOf(codes))).toBe(true);
    expect(areAlone(flowOf(codes, last))).toBe(false);
    expect(wouldBeAlone(flowOf(codes, last), last)).toBe(true);
    expect(wouldBeAlone(flowOf(codes, last, labelled(removeSecurityKey)), last)).toBe(false);
  },
);
