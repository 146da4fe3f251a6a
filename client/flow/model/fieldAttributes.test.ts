import { expect, test } from '@jest/globals';
import type { FlowKind } from '../../../shared/page.ts';
import { inputAttributes, isField } from '../../../shared/flow/inputAttributes.ts';
import { recordedFlows } from '../../../test/support/flows/recordedFlow.ts';
import { fieldAttributes } from './fieldAttributes.ts';
import * as nodeName from '../../../shared/flow/nodeName.ts';

/** The autocomplete tokens that each text field may have, by its name (HTML, 4.10.18.7). */
const tokens: Record<string, (kind: FlowKind) => string[]> = {
  [nodeName.identifier]: () => ['username', 'username webauthn', 'email'],
  [nodeName.email]: () => ['email'],
  [nodeName.emailTrait]: () => ['email'],
  [nodeName.recoveryAddress]: () => ['email'],
  [nodeName.recoveryConfirmAddress]: () => ['email'],
  [nodeName.firstNameTrait]: () => ['given-name'],
  [nodeName.lastNameTrait]: () => ['family-name'],
  [nodeName.password]: (kind) => [kind === 'login' ? 'current-password' : 'new-password'],
  [nodeName.code]: () => ['one-time-code'],
  [nodeName.totpCode]: () => ['one-time-code'],
  // a backup code is on paper, and users make up a key's name
  [nodeName.lookupSecret]: () => ['off'],
  [nodeName.keyName]: () => ['off'],
};

test.each(recordedFlows)(
  'in $name, each text field tells browsers and password managers what to fill in',
  ({ kind, flow }) => {
    const fields = flow.ui.nodes
      .filter(isField)
      .map(inputAttributes)
      .filter((input) => input && input.type !== 'checkbox' && input.name !== nodeName.localeTrait);
    for (const input of fields)
      if (input) expect(tokens[input.name]?.(kind)).toContain(fieldAttributes(kind, input).autoComplete);
  },
);
