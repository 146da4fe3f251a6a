import { courierMessageStatuses, courierMessageTypes, messageTemplateTypes } from './enumerations.ts';
import { operationsOf, type EnumeratedField } from './operation.ts';
import { answerField, path, query, tokenPages } from './parameters.ts';

/** The fields of a message, at a place in the answer. */
const message = (place: string): EnumeratedField[] => [
  answerField(`${place}status`, courierMessageStatuses),
  answerField(`${place}type`, courierMessageTypes),
  answerField(`${place}template_type`, messageTemplateTypes),
];

/** Mails and text messages that the identity server has sent or will send. */
export const courier = operationsOf({ api: 'courier', upstream: 'kratosAdmin', access: 'admin' }, [
  {
    operation: 'getCourierMessage',
    method: 'GET',
    path: '/admin/courier/messages/{id}',
    parameters: [path('id')],
    fields: message(''),
  },
  {
    operation: 'listCourierMessages',
    method: 'GET',
    path: '/admin/courier/messages',
    parameters: [...tokenPages, query('status', { values: courierMessageStatuses }), query('recipient')],
    fields: message('[].'),
  },
]);
