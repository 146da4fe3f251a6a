import { closeHarness, fakeUpstream } from './gatewayHarness.ts';

/** What stands in for a portal behind Kratos' web hooks. */
export interface AgreeablePortal {
  /** The origin, at localhost. */
  url: string;
  stop: () => void;
}

/** Starts a server that agrees to everything that Kratos asks a portal about. */
export async function startAgreeablePortal(): Promise<AgreeablePortal> {
  const { port } = await fakeUpstream();
  return { url: `http://localhost:${port}`, stop: closeHarness };
}
