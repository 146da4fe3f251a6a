import express, { type ErrorRequestHandler, type Express, type Request } from 'express';
import { z } from 'zod';
import { refuseOtherSites } from '../refuseOtherSites.ts';
import { badRequest, Problem } from './problem.ts';

const version = 'v26.2.0';

/** The parameters of a request's URL. */
export const parametersOfRequest = (request: Request) =>
  new URL(request.url, 'http://localhost').searchParams;

/**
 * Reads the depth that a request asks for; 0 if it does not say.
 *
 * @throws Problem for what is not a whole number
 */
export function depthFrom(parameters: URLSearchParams): number {
  const asked = parameters.get('max-depth') ?? '0';
  if (/^[+-]?\d+$/.test(asked)) return Number(asked);
  throw badRequest(
    `unable to parse 'max-depth' query parameter to int: strconv.ParseInt: parsing "${asked}": invalid syntax`,
  );
}

/**
 * A request's JSON body, read by a schema.
 *
 * @param prefix what the message of a refusal starts with
 * @throws Problem for another body
 */
export function bodyOf<T extends z.ZodType>(request: Request, schema: T, prefix = ''): z.output<T> {
  try {
    return schema.parse(JSON.parse(String(request.body)));
  } catch (cause) {
    throw badRequest(prefix + (cause instanceof z.ZodError ? z.prettifyError(cause) : String(cause)));
  }
}

// Express recognises an error handler by its four parameters
const answerProblem: ErrorRequestHandler = (cause, _request, response, _next) => {
  if (cause instanceof Problem) response.status(cause.status).json(cause.body);
  else
    response
      .status(500)
      .json({ error: { code: 500, status: 'Internal Server Error', message: String(cause) } });
};

/**
 * Creates an API on its own port, with the calls that each of Keto's ports answers: version and health.
 *
 * @param addRoutes adds the routes of this port
 */
export function api(addRoutes: (app: Express) => void): Express {
  const app = express();
  app.disable('x-powered-by');
  app.use(refuseOtherSites, express.text({ type: () => true, limit: '10mb' }));
  app.get('/version', (_request, response) => void response.json({ version }));
  app.get(['/health/alive', '/health/ready'], (_request, response) => void response.json({ status: 'ok' }));
  addRoutes(app);
  app.use((_request, response) => void response.status(404).type('text').send('404 page not found\n'));
  app.use(answerProblem);
  return app;
}
