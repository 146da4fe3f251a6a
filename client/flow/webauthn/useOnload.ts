import { useEffect } from 'react';
import type { UiNodeInputAttributes } from '@ory/client';
import { inputAttributes } from '../../../shared/flow/inputAttributes.ts';
import type { Flow } from '../../../shared/page.ts';
import { runScript, runTrigger } from './flowScripts.ts';

const startOf = ({ onloadTrigger, onload }: UiNodeInputAttributes): string | undefined =>
  onloadTrigger ?? onload;

/**
 * Starts what a flow's nodes start when they are loaded, such as a passkey's autofill: each thing once a flow, however many
 * nodes name it and however often the flow is shown again.
 */
export function useOnload(flow: Flow): void {
  const inputs = flow.ui.nodes.map(inputAttributes).filter((input) => input !== undefined);
  const starts = [...new Set(inputs.map(startOf).filter((start) => start !== undefined))].join('\n');
  useEffect(() => {
    for (const start of starts.split('\n').filter(Boolean)) {
      if (/^\w+$/.test(start)) void runTrigger(start);
      else runScript(start);
    }
    return () => {
      (window as { abortPasskeyConditionalUI?: AbortController }).abortPasskeyConditionalUI?.abort();
    };
  }, [flow.id, starts]);
}
