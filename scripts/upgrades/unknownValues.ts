import { UiNodeInputAttributesTypeEnum } from '@ory/client';
import { assuranceLevels, credentialTypes, identityStates } from '../../server/operations/enumerations.ts';
import { fieldsOf, listOf, textIn, type Fields } from '../../shared/fields.ts';
import { groups } from '../../shared/flow/methods.ts';

/** An enumeration of Kratos' answers of which the portal knows the values. */
interface Enumeration {
  /** Its value, for the operator. */
  title: string;
  /** Its places: a schema of the API description, or a field of one. */
  places: readonly string[];
  known: readonly string[];
  /** The treatment of any other value, as the end of a sentence. */
  treatment: string;
}

const enumerations: readonly Enumeration[] = [
  {
    title: 'group of nodes',
    places: ['uiNode.group'],
    known: groups,
    treatment: 'it gets the section of unknown methods, after the known ones',
  },
  {
    title: 'type of node',
    places: ['uiNode.type'],
    known: ['a', 'div', 'img', 'input', 'script', 'text'],
    treatment: 'only its label and its messages are shown',
  },
  {
    title: 'type of input',
    places: ['uiNodeInputAttributes.type'],
    known: Object.values(UiNodeInputAttributesTypeEnum),
    treatment: 'it becomes a field of the type that browsers know by that name, or else a text field',
  },
  {
    title: 'type of message',
    places: ['uiText.type'],
    known: ['error', 'info', 'success'],
    treatment: 'it does not count as an error',
  },
  {
    title: 'state of a flow',
    places: ['login', 'recovery', 'registration', 'verification'].map((kind) => `${kind}FlowState`),
    known: ['choose_method', 'passed_challenge', 'sent_email'],
    treatment: 'the page shows the form that the flow has',
  },
  {
    title: 'state of the settings',
    places: ['settingsFlowState'],
    known: ['show_form', 'success'],
    treatment: 'the page shows the form, and confirms nothing',
  },
  {
    title: 'next step after a flow (continue_with)',
    places: ['continueWith.action'],
    known: [
      ...['redirect_browser_to', 'set_ory_session_token', 'show_recovery_ui', 'show_settings_ui'],
      'show_verification_ui',
    ],
    treatment: 'it is ignored',
  },
  {
    title: 'kind of credentials',
    places: ['identityCredentials.type', 'loginFlow.active', 'registrationFlow.active'],
    known: credentialTypes,
    treatment: 'it counts as an unknown method',
  },
  {
    title: 'method of a session',
    places: ['sessionAuthenticationMethod.method'],
    known: [...credentialTypes, 'v0.6_legacy_session'],
    treatment: 'it counts as an unknown method',
  },
  {
    title: 'assurance level',
    places: ['authenticatorAssuranceLevel'],
    known: assuranceLevels,
    treatment: 'a session with it counts as one without a level',
  },
  {
    title: 'state of an identity',
    places: ['identity.state'],
    known: identityStates,
    treatment: 'it is left to Kratos',
  },
];

/** A value that Kratos has at a place, see `Enumeration.places`. */
export type PlacedValue = readonly [place: string, value: string];

/** Returns the enumerated values of an API description. */
export function valuesIn(api: Fields): PlacedValue[] {
  const schemas = Object.entries(fieldsOf(fieldsOf(api.components).schemas));
  const placed = (place: string, values: unknown[]): PlacedValue[] =>
    values.flatMap((value) => (textIn(value) === undefined ? [] : [[place, String(value)]]));
  return schemas.flatMap(([name, schema]) => {
    const { enum: own, properties, discriminator } = fieldsOf(schema);
    const { propertyName, mapping } = fieldsOf(discriminator);
    return [
      ...placed(name, listOf(own)),
      ...placed(`${name}.${String(propertyName)}`, Object.keys(fieldsOf(mapping))),
      ...Object.entries(fieldsOf(properties)).flatMap(([field, property]) =>
        placed(`${name}.${field}`, listOf(fieldsOf(property).enum)),
      ),
    ];
  });
}

/** Returns a sentence for each value that the portal does not know. Places that it does not read are skipped. */
export function unknownValues(values: readonly PlacedValue[]): string[] {
  const found = values.flatMap(([place, value]) => {
    const enumeration = enumerations.find(({ places }) => places.includes(place));
    return !enumeration || enumeration.known.includes(value)
      ? []
      : [`The ${enumeration.title} “${value}” is unknown: ${enumeration.treatment}.`];
  });
  return [...new Set(found)];
}
