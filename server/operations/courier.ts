import { courierMessageStatuses } from './enumerations.ts';
import { operationsOf } from './operation.ts';
import { path, query, tokenPages } from './parameters.ts';

/** Mails and text messages that the identity server has sent or will send. */
export const courier = operationsOf({ api: 'courier', upstream: 'kratosAdmin', access: 'admin' }, [
  {
    operation: 'getCourierMessage',
    method: 'GET',
    path: '/admin/courier/messages/{id}',
    parameters: [path('id')],
  },
  {
    operation: 'listCourierMessages',
    method: 'GET',
    path: '/admin/courier/messages',
    parameters: [...tokenPages, query('status', { values: courierMessageStatuses }), query('recipient')],
  },
]);
