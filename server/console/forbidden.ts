import type { ConsoleRole } from '../../shared/console.ts';
import type { Member } from './member.ts';
import type { ConsoleLoaded } from './needs.ts';

/** Says who may do what a member may not. @param backUrl where they came from */
export const forbidden = ({ role }: Member, needed: ConsoleRole, backUrl: string): ConsoleLoaded => ({
  status: 403,
  page: { name: 'forbidden', props: { role, needed, backUrl } },
});
