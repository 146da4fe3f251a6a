import { flowKinds, type FlowKind } from '../../shared/page.ts';

/** Returns the kind of flow whose forms the provider accepts at a path; undefined for any other path. */
export const submittedFlow = (path: string): FlowKind | undefined =>
  flowKinds.find((kind) => path === `/self-service/${kind}`);
