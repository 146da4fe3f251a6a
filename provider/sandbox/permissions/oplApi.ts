import type { Express } from 'express';
import { parseError } from './opl/oplError.ts';
import { parseOpl } from './opl/parseOpl.ts';
import { api } from './requests.ts';

/** Keto's API that checks a document of the Ory Permission Language. */
export function oplApi(): Express {
  return api((app) => {
    app.post('/opl/syntax/check', (request, response) => {
      const text = String(request.body ?? '');
      const errors = parseOpl(text).errors.map((error) => parseError(error, text));
      response.json(errors.length > 0 ? { errors } : {});
    });
  });
}
