import { sentAddress } from '../../../shared/flow/sentAddress.ts';
import type { Flow } from '../../../shared/page.ts';
import { loggedInAs } from './loggedInAs.ts';

/** The address that a flow has written to: the one that it is bound to, or that its button would write to again. */
export const sentTo = (flow: Flow): string | undefined => loggedInAs(flow) ?? sentAddress(flow);
