import { fieldsOf, objectsIn, textIn } from '../../../../shared/fields.ts';
import { say, type Describe } from '../overview/overview.ts';

/** Describes the profile by its address. */
export const describeProfile: Describe = (intl, { flow }) => {
  const [address] = objectsIn(fieldsOf(flow.identity).verifiable_addresses);
  const value = textIn(address?.value);
  return value === undefined
    ? {}
    : {
        line: say(intl, address?.verified === true ? 'line.verified' : 'line.unverified', { address: value }),
      };
};
