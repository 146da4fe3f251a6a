import { useEffect } from 'react';
import type { UiNodeInputAttributes } from '@ory/client';
import { inputAttributes } from '../../../shared/flow/inputAttributes.ts';
import type { Flow } from '../../../shared/page.ts';
import { runScript, runTrigger } from './flowScripts.ts';

const startOf = ({ onloadTrigger, onload }: UiNodeInputAttributes): string | undefined =>
  onloadTrigger ?? onload;

/** Calls the `onload` functions of a flow's nodes, such as passkey autofill, each once per flow. */
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
