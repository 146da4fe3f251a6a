import type { RequestHandler } from 'express';
import { joinTarget, queryIn } from '../http/requestHead.ts';

/** The path at which Hydra receives an application's request; a device's request has another path and cannot be repeated. */
export const authorizationPath = '/oauth2/auth';

/**
 * Hydra's name for a sign-up (Initiating User Registration via OpenID Connect 1.0); and for a choice of account, the
 * consent, which names the account and offers another (OpenID Connect Core 1.0, section 3.1.2.1).
 */
const hydraNames = new Map([
  ['create', 'registration'],
  ['select_account', 'consent'],
]);

/** Renames the values of `prompt` that Hydra does not know: it refuses a request for them only after the sign-in. */
export const renamePrompts: RequestHandler = ({ originalUrl }, response, next) => {
  const parameters = queryIn(originalUrl);
  const prompts = (parameters.get('prompt') ?? '').split(' ');
  const renamed = new Set(prompts.map((prompt) => hydraNames.get(prompt) ?? prompt));
  if (prompts.every((prompt) => renamed.has(prompt))) {
    next();
    return;
  }
  parameters.set('prompt', [...renamed].join(' '));
  response.redirect(303, joinTarget(authorizationPath, parameters.toString()));
};
