import { del, get, operationsOf, post, put } from './rows.ts';
import { jsonBody, requiredJson } from './parameters.ts';

/** The destinations of an Ory Network project's event streams. */
export const events = operationsOf(
  { api: 'events', upstream: 'projects', access: 'admin' },
  {
    createEventStream: post('/projects/{project_id}/eventstreams', {
      body: requiredJson('createEventStreamBody'),
    }),
    deleteEventStream: del('/projects/{project_id}/eventstreams/{event_stream_id}'),
    listEventStreams: get('/projects/{project_id}/eventstreams'),
    setEventStream: put('/projects/{project_id}/eventstreams/{event_stream_id}', {
      body: jsonBody('setEventStreamBody'),
    }),
  },
);
