import { useState } from 'react';

/** Copies texts to the clipboard. @returns the result of the last attempt, and a function that copies */
export function useCopy(): [outcome: 'copied' | 'notCopied' | undefined, copy: (text: string) => void] {
  const [outcome, setOutcome] = useState<'copied' | 'notCopied'>();
  const copy = async (text: string): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome('copied');
    } catch {
      setOutcome('notCopied');
    }
  };
  return [outcome, (text) => void copy(text)];
}
