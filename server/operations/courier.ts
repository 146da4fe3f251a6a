import { courierMessageStatuses, courierMessageTypes, messageTemplateTypes } from './enumerations.ts';
import type { EnumeratedField } from './operation.ts';
import { get, operationsOf } from './rows.ts';
import { answerField, query, tokenPages } from './parameters.ts';

/** The fields of a message, at a place in the answer. */
const message = (place: string): EnumeratedField[] => [
  answerField(`${place}status`, courierMessageStatuses),
  answerField(`${place}type`, courierMessageTypes),
  answerField(`${place}template_type`, messageTemplateTypes),
];

/** Mails and text messages that the identity server has sent or will send. */
export const courier = operationsOf(
  { api: 'courier', upstream: 'kratosAdmin', access: 'admin' },
  {
    getCourierMessage: get('/admin/courier/messages/{id}', { fields: message('') }),
    listCourierMessages: get('/admin/courier/messages', {
      parameters: [...tokenPages, query('status', { values: courierMessageStatuses }), 'recipient'],
      fields: message('[].'),
    }),
  },
);
