import type { IncomingHttpHeaders } from 'node:http';
import { fieldsOf } from '../../../shared/fields.ts';
import { jsonIn } from '../../http/jsonIn.ts';

/** The provider's answer to a form, with its decoded body if this kind of form can sign somebody in. */
export interface SettledAnswer {
  statusCode?: number | undefined;
  headers: IncomingHttpHeaders;
  body?: Buffer;
}

/**
 * Whether a registration has certainly caused no mail: it failed, and its flow in JSON still asks how to register. A
 * redirect after a failure looks like one after a success, which may lead anywhere.
 */
export const hasNotMailed = (answer: SettledAnswer | undefined): boolean =>
  answer?.statusCode === 400 && fieldsOf(jsonIn(answer.body)).state === 'choose_method';
