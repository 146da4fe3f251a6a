import { useEffect, useRef, type ReactNode } from 'react';
import type { UiNodeScriptAttributes } from '@ory/client';
import { injectScript } from '../webauthn/flowScripts.ts';

/** A script that the flow needs, in the page for as long as the node is. */
export function ScriptNode({ attributes }: { attributes: UiNodeScriptAttributes }): ReactNode {
  const latest = useRef(attributes);
  const { id, src, integrity } = attributes;
  useEffect(() => {
    latest.current = attributes;
  });
  useEffect(() => injectScript(latest.current), [id, src, integrity]);
  return null;
}
