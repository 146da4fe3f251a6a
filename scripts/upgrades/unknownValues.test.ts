import { expect, test } from '@jest/globals';
import { unknownMessages } from './unknownMessages.ts';
import { unknownValues, valuesIn } from './unknownValues.ts';

test('values are found in enumerations, in fields and in alternatives', () => {
  const schemas = {
    loginFlowState: { enum: ['choose_method'] },
    uiNode: { properties: { group: { enum: ['password', 'smell'] }, type: {} } },
    continueWith: { discriminator: { propertyName: 'action', mapping: { show_pin: '#/…' } } },
    broken: null,
  };
  expect(valuesIn({ components: { schemas } })).toEqual([
    ['loginFlowState', 'choose_method'],
    ['uiNode.group', 'password'],
    ['uiNode.group', 'smell'],
    ['continueWith.action', 'show_pin'],
  ]);
});

test('each unknown value is reported once, with what the portal does with it', () => {
  const values = [
    ['uiNode.group', 'password'],
    ['uiNode.group', 'smell'],
    ['uiNode.group', 'smell'],
    ['loginFlowState', 'pondering'],
    ['message.template_type', 'unheard_of'],
  ] as const;
  expect(unknownValues(values)).toEqual([
    'The group of nodes “smell” is unknown: it gets the section of unknown methods, after the known ones.',
    'The state of a flow “pondering” is unknown: the page shows the form that the flow has.',
  ]);
});

test('a message without a text is reported with its name', () => {
  const messages = new Map([
    [1010001, 'InfoSelfServiceLogin'],
    [1019999, 'Sniff to sign in'],
  ]);
  expect(unknownMessages(messages)).toEqual([
    'The message 1019999 (Sniff to sign in) is unknown: it is shown in Kratos’ English.',
  ]);
});
