import { useState } from 'react';
import { useIntl, type IntlShape } from 'react-intl';
import type { Announcement } from '../../../flow/FlowContext.ts';
import { isSecretList } from '../backupCodes/NewCodes.tsx';
import type { Submission } from '../../../flow/form/readForm.ts';
import type { FlowPageState } from '../../../flow/flowPageState.ts';
import { changesSaved } from '../../../../shared/flow/messageId.ts';
import {
  sectionOfChange,
  settingsChange,
  type SettingsChange,
} from '../../../../shared/flow/settingsChange.ts';
import * as nodeName from '../../../../shared/flow/nodeName.ts';
import { serviceName } from '../../../../shared/flow/providerName.ts';
import type { PageProps } from '../../../../shared/page.ts';

/** The last change: one in the provider's flow, or one that the portal itself makes. */
export interface Done {
  what: SettingsChange | 'sessions' | 'applications';
  /** How many devices were signed out; 0 if they were signed out already. */
  devices?: number;
  /** The name of the only device that was signed out, or of the service that was linked or unlinked, if known. */
  name?: string | undefined;
  /** How many other sessions there were before; undefined if unknown. */
  others?: number | undefined;
  /** Distinguishes identical changes in a row; 0 for the change that the served page follows. */
  times: number;
}

/** Returns the settings section of a change. */
export const sectionOfDone = ({ what }: Done): string | undefined =>
  what === 'sessions' || what === 'applications' ? what : sectionOfChange(what);

/** Whether a change leaves its section open: the list of devices, in which another may follow. */
export const staysOpen = ({ devices }: Done): boolean => devices !== undefined && devices < 2;

const isSaved = ({ flow }: FlowPageState<'settings'>): boolean =>
  flow.ui.messages?.some(({ id }) => id === changesSaved) === true;

/** Returns the change that the served page follows; codes that were asked for leave an earlier change's message. */
function servedDone(
  intl: IntlShape,
  shown: FlowPageState<'settings'>,
  served: PageProps['settings'],
): Done | undefined {
  const { ended } = served.sessions ?? {};
  if (ended) {
    const name = ended.name && intl.formatMessage({ id: 'deviceName.text' }, { ...ended.name });
    return { what: 'sessions', devices: ended.devices, name, times: 0 };
  }
  if (served.applications?.withdrawn) return { what: 'applications', times: 0 };
  const saved = isSaved(shown) && !shown.flow.ui.nodes.some(isSecretList);
  const name = serviceName(shown.flow, served.service);
  return saved ? { what: served.changed ?? 'other', name, times: 0 } : undefined;
}

const submittedService = ({ values }: Submission): unknown =>
  values.find(([field]) => field === nodeName.link || field === nodeName.unlink)?.[1];

const submittedChange = ({ values }: Submission): SettingsChange | undefined =>
  settingsChange((name) => values.find(([field, value]) => field === name && value !== '')?.[1]);

interface DoneState {
  /** The last change; undefined if the last action failed, or there was none. */
  done: Done | undefined;
  /** Notes that a form is being sent. */
  onSubmit: (submission: Submission) => void;
  /** Notes that a form could not be sent. */
  onInvalid: () => void;
  /** Notes that devices were signed out without leaving the page. */
  onEnded: (devices: number, name?: string) => void;
}

/**
 * Keeps track of the last change until the next action.
 *
 * @param announcement announced by a part of the page instead
 * @param others how many other sessions there are, if known
 */
export function useDone(
  shown: FlowPageState<'settings'>,
  announcement: Announcement | undefined,
  others: number | undefined,
  served: PageProps['settings'],
): DoneState {
  const intl = useIntl();
  const { answers, failure } = shown;
  // by the number of the answer that reports it
  const [noted, setNoted] = useState<Partial<Record<number, Done>>>(() => ({
    0: servedDone(intl, shown, served),
  }));
  const note = (answer: number, what: Done['what'] | undefined, more: Partial<Done> = {}): void => {
    const times = (noted[answer]?.times ?? 0) + 1;
    setNoted({ ...noted, [answer]: what && { what, ...more, others, times } });
  };
  const last = noted[answers];
  const isChange = last !== undefined && last.what !== 'sessions' && last.what !== 'applications';
  const isDone = !failure && !announcement && (!isChange || isSaved(shown));
  return {
    done: isDone ? last : undefined,
    onSubmit: (submission) =>
      note(answers + 1, submittedChange(submission), {
        name: serviceName(shown.flow, submittedService(submission)),
      }),
    onInvalid: () => note(answers, undefined),
    onEnded: (devices, name) => note(answers, 'sessions', { devices, name }),
  };
}
