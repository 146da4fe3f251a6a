import type { IncomingHttpHeaders } from 'node:http';
import { fieldsOf } from '../../../shared/fields.ts';

/** The provider's answer to a form, with its decoded body if this kind of form can sign somebody in. */
export interface SettledAnswer {
  statusCode?: number | undefined;
  headers: IncomingHttpHeaders;
  body?: Buffer;
}

function stateIn(body: Buffer | undefined): unknown {
  if (!body) return undefined;
  try {
    return fieldsOf(JSON.parse(body.toString())).state;
  } catch {
    return undefined;
  }
}

/**
 * Whether a registration has certainly caused no mail: it failed, and its flow in JSON still asks how to register. A
 * redirect after a failure looks like one after a success, which may lead anywhere.
 */
export const hasNotMailed = (answer: SettledAnswer | undefined): boolean =>
  answer?.statusCode === 400 && stateIn(answer.body) === 'choose_method';
