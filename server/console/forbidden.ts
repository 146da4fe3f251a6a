import type { ConsoleRole } from '../../shared/console/acts.ts';
import type { Member } from './member.ts';
import { shown, type ConsoleLoaded } from './needs.ts';

/** Says who may do what a member may not. @param backUrl where they came from */
export const forbidden = ({ role }: Member, needed: ConsoleRole, backUrl: string): ConsoleLoaded =>
  shown('forbidden', { role, needed, backUrl }, 403);
