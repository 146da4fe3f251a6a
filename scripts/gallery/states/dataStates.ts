import { signedIn, type State } from './state.ts';

/** What is kept about a user. */
export const dataStates: State[] = [
  { name: 'data/everything', page: { name: 'data', props: {} }, context: signedIn },
];
