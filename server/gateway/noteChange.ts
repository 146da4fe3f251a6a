import { settingsChange, type SettingsChange } from '../../shared/flow/settingsChange.ts';
import { forgetChange, keepChange } from '../security/changeCookie.ts';
import { readFields, type FormFields } from '../security/limits/formFields.ts';
import { peekForm } from './checks/peekForm.ts';
import type { Call, GatewayRequest } from './forward/exchange.ts';
import type { AnswerCookie } from './keepAddress.ts';

/** The fields of a form; undefined for a body that is none, which the provider refuses. */
function fieldsIn(body: Buffer, contentType?: string): FormFields | undefined {
  try {
    return readFields('', body, contentType);
  } catch {
    return undefined;
  }
}

interface NotedChange {
  /** Undefined for a form that only shows something. */
  change: SettingsChange | undefined;
  body: Buffer;
  answerCookie: AnswerCookie;
}

/**
 * Notes what a form of the settings changes, for the page that the browser is led to: Kratos says no more than that a change
 * was saved, and that only after a confirmation, if it asks for one.
 *
 * @returns undefined for every other call
 */
export async function noteChange(
  { operation: { operation }, query }: Call,
  request: GatewayRequest,
  portalUrl: string,
): Promise<NotedChange | undefined> {
  const flow = new URLSearchParams(query).get('flow');
  if (operation !== 'updateSettingsFlow' || request.method !== 'POST' || flow === null) return undefined;
  const body = await peekForm(request);
  const fields = fieldsIn(body, request.headers['content-type']);
  if (!fields) return undefined;
  const change = settingsChange((name) => fields.get(name)?.[0]);
  return {
    change,
    body,
    answerCookie: ({ statusCode }) =>
      change === undefined
        ? forgetChange(portalUrl)
        : // a script shows its answer itself
          keepChange({ flow, change, isSeen: statusCode === 200 }, portalUrl),
  };
}
