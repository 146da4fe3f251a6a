import { operationsOf } from './operation.ts';
import { jsonBody, path, requiredJson } from './parameters.ts';

/** The destinations of an Ory Network project's event streams. */
export const events = operationsOf({ api: 'events', upstream: 'projects', access: 'admin' }, [
  {
    operation: 'createEventStream',
    method: 'POST',
    path: '/projects/{project_id}/eventstreams',
    parameters: [path('project_id')],
    body: requiredJson('createEventStreamBody'),
  },
  {
    operation: 'deleteEventStream',
    method: 'DELETE',
    path: '/projects/{project_id}/eventstreams/{event_stream_id}',
    parameters: [path('project_id'), path('event_stream_id')],
  },
  {
    operation: 'listEventStreams',
    method: 'GET',
    path: '/projects/{project_id}/eventstreams',
    parameters: [path('project_id')],
  },
  {
    operation: 'setEventStream',
    method: 'PUT',
    path: '/projects/{project_id}/eventstreams/{event_stream_id}',
    parameters: [path('project_id'), path('event_stream_id')],
    body: jsonBody('setEventStreamBody'),
  },
]);
