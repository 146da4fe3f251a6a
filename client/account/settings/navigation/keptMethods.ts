import type { OwnCredentials } from '../../../../shared/credentials.ts';
import { groups, methodOf } from '../../../../shared/flow/methods.ts';
import type { Form } from '../../../flow/model/forms.ts';
import { methodSectionOf } from '../methodSections.tsx';

const placeOf = ({ id }: { id: string }): number => methodOf(id).settings ?? Infinity;

/** Sorts sections in the order of the settings, see `formsOf`; unknown ones stay at the end. */
export const inOrder = <Row extends { id: string }>(rows: Row[]): Row[] =>
  rows.toSorted((one, other) => (placeOf(one) < placeOf(other) ? -1 : Number(placeOf(one) > placeOf(other))));

/** Returns the methods that the account has, as far as the provider says, but that it does not offer. */
export const keptMethods = (credentials: OwnCredentials | undefined, offered: Form[]): string[] =>
  credentials
    ? groups.filter(
        (group) =>
          methodSectionOf(group).isKept?.(credentials) === true && !offered.some(({ id }) => id === group),
      )
    : [];
