import { afterEach, expect } from '@jest/globals';
import type request from 'supertest';
import type { Flow, FlowKind } from '../../shared/page.ts';
import { portalUrl } from './appInProcess.ts';
import { closeHarness } from './gatewayHarness.ts';
import { cookieSecret, cookiesSet, getPage, markup, pageProps, portalWith } from './servedPage.ts';
import { cookiePair } from '../../server/security/cookies/cookieHeaders.ts';

afterEach(closeHarness);

/** Kratos' answers by path. */
export type KratosAnswers = NonNullable<Parameters<typeof portalWith>[0]>;

/** The portal's secret and origin, with which its cookies are made. */
export const secrets = { secret: cookieSecret, portalUrl };

/** Kratos' answers about one flow, whether it is new or known. */
export const answersWith = (kind: FlowKind, flow: object, more: KratosAnswers = {}): KratosAnswers => ({
  [`/self-service/${kind}/browser`]: [200, flow],
  [`/self-service/${kind}/flows`]: [200, flow],
  ...more,
});

/** Requests a page of a new portal in front of a Kratos that answers so. */
export const answerTo = async (
  path: string,
  answers: KratosAnswers = {},
  cookie = '',
): Promise<request.Response> => getPage(await portalWith(answers), path, cookie);

/** Requests a page, which has to be shown. @returns its visible part, all of it, its props, and the cookies that it sets */
export async function shownPage(...visit: Parameters<typeof answerTo>) {
  const answer = await answerTo(...visit);
  expect(answer.status).toBe(200);
  const { text } = answer;
  return { html: markup(text), text, props: pageProps(text), set: cookiesSet(answer).join('; ') };
}

/** Returns a cookie as the browser sends it back; empty if nothing was to be kept. */
export const pairOf = (line = ''): string => cookiePair(line);

/** Returns a flow with other nodes or messages. */
export const withUi = <Shown extends Flow>(flow: Shown, ui: object): Shown => ({
  ...flow,
  ui: { ...flow.ui, ...ui },
});

/** Returns a flow with other attributes, or other messages, of one of its fields. */
export const withField = <Shown extends Flow>(
  flow: Shown,
  name: string,
  attributes: object,
  more: object = {},
): Shown =>
  withUi(flow, {
    nodes: flow.ui.nodes.map((node) =>
      'name' in node.attributes && node.attributes.name === name
        ? { ...node, ...more, attributes: { ...node.attributes, ...attributes } }
        : node,
    ),
  });
