import type { UiNode } from '@ory/client';
import { inputAttributes, isField } from '../../shared/flow/inputAttributes.ts';
import * as nodeName from '../../shared/flow/nodeName.ts';
import type { FlowOf, Page, PageContext, PageName, PageProps } from '../../shared/page.ts';

type BeginningPage = Extract<Page, { name: 'login' | 'registration' | 'recovery' | 'verification' }>;
type BeginningFlow = BeginningPage['props']['flow'];

/** Whether a field has a value. Providers and loaders leave fields out or empty alike. */
const hasContent = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== '' && value !== false;

const namesWithContent = (fields: object): string[] =>
  Object.entries(fields)
    .filter(([, value]) => hasContent(value))
    .map(([name]) => name);

/** The pages on which visitors begin a flow. */
const beginnings = new Set<PageName>(['login', 'registration', 'recovery', 'verification']);

/** The page context's fields that a signed-out visitor without a warning has. */
const contextFields = new Set<string>([
  'locale',
  'region',
  'product',
  'theme',
  'savesData',
  'path',
  'csrfToken',
  'supportEmail',
  'privacyUrl',
  'termsUrl',
  'passwordMinLength',
  'customerPortalUrl',
  'identityServiceUrl',
  'requestTimeoutMs',
  'servedAt',
] satisfies (keyof PageContext)[]);

type Names<Kind extends BeginningPage['name']> = (keyof PageProps[Kind])[];

/** The props that name nobody and no application's request. */
const pageFields = new Set<string>([
  ...(['flow', 'notice', 'lastMethods', 'forgotPasswordUrl', 'signupUrl'] satisfies Names<'login'>),
  ...(['flow', 'notice', 'loginUrl', 'recoveryUrl'] satisfies Names<'registration'>),
  ...(['flow', 'notice', 'loginUrl'] satisfies Names<'recovery'>),
  ...(['flow', 'notice', 'signupUrl', 'loginUrl'] satisfies Names<'verification'>),
]);

/** A flow's fields before anything was typed. */
const flowFields = new Set<string>([
  'id',
  'type',
  'organization_id',
  'issued_at',
  'expires_at',
  'created_at',
  'updated_at',
  'request_url',
  'return_to',
  'ui',
  'state',
  'active',
  'requested_aal',
  'identity_schema',
] satisfies (keyof FlowOf['login'])[]);

/** The states of flows in which nothing was typed: Kratos 1.3.1 and 26.2. */
const firstStates = new Set<unknown>(['choose_method', 'recovery_awaiting_address']);

/** The inputs that may have a value: other hidden ones and buttons carry addresses or typed fields. */
const constantInputs = new Set<string>([
  nodeName.csrfToken,
  nodeName.method,
  nodeName.provider,
  nodeName.passkeyChallenge,
  nodeName.passkeyCreateData,
]);

/** Whether a node is a script, or an input without messages and without a value that somebody may have typed. */
function isUntouched(node: UiNode): boolean {
  if (node.messages.length > 0) return false;
  const input = inputAttributes(node);
  if (!input) return node.type === 'script';
  if (!hasContent(input.value)) return true;
  return !isField(node) && constantInputs.has(input.name);
}

/** Whether a flow is as it began. */
const isBeginning = (flow: BeginningFlow): boolean =>
  flow.type === 'browser' &&
  namesWithContent(flow).every((name) => flowFields.has(name)) &&
  firstStates.has(flow.state) &&
  (!('requested_aal' in flow) || flow.requested_aal === 'aal1') &&
  !flow.ui.messages?.length &&
  flow.ui.nodes.every(isUntouched);

/**
 * Whether a page is one that any visitor may see: nobody is signed in or remembered, no application waits, and nothing was
 * typed. A page with fields that are not known to be harmless is not one.
 */
export const isUntouchedPage = (page: Page, context: PageContext): page is BeginningPage =>
  beginnings.has(page.name) &&
  Object.keys(context).every((name) => contextFields.has(name)) &&
  namesWithContent(page.props).every((name) => pageFields.has(name)) &&
  isBeginning((page as BeginningPage).props.flow);
