import { useLayoutEffect } from 'react';
import { anchorOf } from '../../../../shared/flow/methods.ts';
import type { Form } from '../../../flow/model/forms.ts';
import { concerned } from './initiallyOpen.ts';
import { foldSection } from './openSection.ts';

/** Opens the sections for which an answer has an error or secrets, before the focus moves there. */
export function useOpenConcerned(forms: Form[], answers: number): void {
  useLayoutEffect(() => {
    if (answers > 0) for (const { id } of concerned(forms)) foldSection(anchorOf(id), true);
  }, [forms, answers]);
}
