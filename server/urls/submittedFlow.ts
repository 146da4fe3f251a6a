import { flowKinds, type FlowKind } from '../../shared/page.ts';

/** The kind of flow whose forms the provider takes at a path; undefined for any other path. */
export const submittedFlow = (path: string): FlowKind | undefined =>
  flowKinds.find((kind) => path === `/self-service/${kind}`);
