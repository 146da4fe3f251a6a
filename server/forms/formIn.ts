import type { Visit } from '../gateway/steps.ts';
import { parseQuery } from '../http/requestHead.ts';
import { isKept } from '../security/cookies/pageCookies.ts';
import { fieldsIn } from '../security/submission/submission.ts';
import type { SentForm } from './visit.ts';

/** Returns the form of a flow; undefined for any other call. */
export function formIn({ call, submission }: Visit): SentForm | undefined {
  const flow = parseQuery(call.query).get('flow');
  if (!submission || !flow || !call.operation.submits) return undefined;
  const { isForm, pairs } = submission;
  const typed = pairs.filter(([name, value]) => isKept(name) && (isForm || value !== ''));
  return { ...submission, flow, fields: fieldsIn(pairs), typed };
}
