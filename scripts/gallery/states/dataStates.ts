import { signedIn, type State } from './state.ts';

/** What is kept about a user. */
export const dataStates: State[] = [
  {
    name: 'data/everything',
    page: {
      name: 'data',
      props: {
        canDownload: true,
        graceDays: 14,
        agreement: { version: '2026-11', at: '2025-11-03T10:00:00Z' },
      },
    },
    context: { ...signedIn, privacyUrl: '/privacy', termsUrl: '/terms' },
  },
  {
    name: 'data/not-ticked',
    page: { name: 'data', props: { graceDays: 14, isNotTicked: true } },
    context: signedIn,
  },
  { name: 'data/without-deletion', page: { name: 'data', props: { canDownload: true } }, context: signedIn },
  { name: 'data/back', page: { name: 'data', props: { backTo: '/' } }, context: signedIn },
  { name: 'data/left', page: { name: 'data', props: { leftUntil: '2026-01-15T12:00:00Z' } } },
];
