import { createHash, timingSafeEqual } from 'node:crypto';
import express, { type RequestHandler, type Router } from 'express';
import { fieldsOf } from '../../shared/fields.ts';
import { noteIn } from '../http/callNote.ts';
import { exactRouter } from '../http/exactRouter.ts';
import { malformedRequest, notConfigured, notFound } from '../http/errors.ts';
import type { Provider } from '../upstreams/provider.ts';
import type { FirstFactors } from '../security/firstFactors.ts';
import type { BrowserCookies } from '../security/cookies/browserCookies.ts';
import { isRefusal, type Decision } from './decision.ts';
import type { Happened } from '../store/events.ts';
import { recipientOf, type Recipient } from '../store/recipient.ts';
import type { Recorder } from '../store/recorder.ts';
import { addressVerified, applicationOf, signedIn } from './happened.ts';
import type { FlowMemory } from './flowMemory.ts';
import { refuseInvisible } from './identifiers.ts';
import { onLogin } from './login.ts';
import type { Accounts } from './onProof.ts';
import { onRecovery, onVerification } from './proof.ts';
import { cookieHeader, moments, ownSession, question, type Moment, type Question } from './question.ts';
import { onRegistered, onRegistration } from './registration.ts';
import { onPassword, onProfile, onSettings } from './settings.ts';

/** The APIs that the hooks ask and change, and the key of their caller. */
export interface HooksOptions {
  /** KRATOS_HOOKS_KEY: those of which any lets a caller in; without one nobody may. */
  keys: string[];
  provider: Pick<Provider, 'kratos' | 'identities' | 'hydra'>;
  browserCookies: BrowserCookies;
  /** Remembers what happened in flows. */
  memory: FlowMemory;
  /** Keeps what happened to accounts; without it, nobody does. */
  record?: Recorder | undefined;
  /** Learns whose sessions wait for a second factor; without it, nobody does. */
  firstFactors?: Pick<FirstFactors, 'given'> | undefined;
  /** CONSENT_VERSION: what a sign-up agrees to. */
  consentVersion: string | undefined;
  /** Returns the language that was chosen in a browser. @param header a Cookie header */
  chosenLanguage: (header: string) => string | undefined;
}

/** The header that carries the key. */
const keyHeader = 'x-hooks-key';

/** The largest question: an identity with all its traits. */
const sizeLimit = '256kb';

/** Hides the endpoint from callers without a key, in the same time for any key. */
const requireKey = (keys: string[]): RequestHandler => {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  const expected = keys.map(digest);
  return ({ headers }, _response, next) => {
    const given = digest(String(headers[keyHeader]));
    next(expected.some((key) => timingSafeEqual(given, key)) ? undefined : notFound());
  };
};

/**
 * The web hooks of Kratos (`POST /hooks/kratos/…`): it asks before it registers, signs in or changes somebody, and the
 * portal decides. An answer that is not a decision makes Kratos refuse.
 *
 * @see https://www.ory.com/docs/guides/integrate-with-ory-cloud-through-webhooks
 */
export function kratosHooks({
  keys,
  provider,
  browserCookies,
  memory,
  record,
  firstFactors,
  consentVersion,
  chosenLanguage,
}: HooksOptions): Router {
  const { kratos, identities, hydra } = provider;
  const { cookies, signUp, knownBrowser } = browserCookies;
  const sessionOf = ownSession(kratos, cookies);

  const accounts = (): Accounts => {
    if (!identities) throw notConfigured('KRATOS_ADMIN_URL');
    return { identities, hydra };
  };
  const checked = async (asked: Question, decide: () => Promise<Decision> | Decision): Promise<Decision> => {
    const refusal = await refuseInvisible(asked, kratos);
    return refusal ? { refusal } : decide();
  };

  const decisions: Record<Moment, (asked: Question) => Promise<Decision>> = {
    registration: (asked) => checked(asked, () => onRegistration(asked, { kratos, cookies, consentVersion })),
    profile: (asked) => checked(asked, () => onProfile(asked, accounts())),
    login: async (asked) => {
      const [decision, application] = await Promise.all([
        onLogin(asked, accounts(), memory),
        record && applicationOf(asked, hydra),
      ]);
      return { happened: signedIn(asked, application), ...decision };
    },
    recovery: async (asked) => ({
      happened: { kind: 'recovered', about: { method: asked.flow.active ?? 'code' } },
      ...(await onRecovery(asked, accounts())),
    }),
    registered: async (asked) => {
      const application = record && (await applicationOf(asked, hydra));
      return onRegistered(asked, accounts(), { application, consentVersion });
    },
    verification: async (asked) => ({
      happened: addressVerified(asked),
      ...(await onVerification(asked, accounts(), { sessionOf, signUp })),
    }),
    password: (asked) => onPassword(asked, accounts(), sessionOf),
    settings: (asked) => onSettings(asked, accounts(), sessionOf),
  };

  /** Returns who is told by mail of what happened: of a sign-in, only where the browser is new to the account. */
  const recipient = (
    asked: Question,
    { kind }: Happened,
    { formerAddress, securedAt }: Exclude<Decision, { refusal: unknown }>,
  ): Recipient | undefined => {
    const cookie = cookieHeader(asked);
    if (kind === 'signedIn' && knownBrowser.isKnown(cookie, asked.identity.id, securedAt)) return undefined;
    const { addresses, locale } = recipientOf(asked.identity, chosenLanguage(cookie));
    return { addresses: [...addresses, ...(formerAddress === undefined ? [] : [formerAddress])], locale };
  };

  const router = exactRouter();
  const mayAsk = requireKey(keys);
  for (const moment of moments)
    router.post(
      `/hooks/kratos/${moment}`,
      mayAsk,
      express.json({ limit: sizeLimit, inflate: false }),
      async ({ body, query }, response) => {
        const asked = question.safeParse({ ...fieldsOf(body), method: query.method }).data;
        if (!asked) throw malformedRequest();
        const decision = await decisions[moment](asked);
        if (isRefusal(decision)) {
          response.status(400).json(decision.refusal);
          return;
        }
        const { metadata, publicMetadata, happened, further, isFirst } = decision;
        const { user_agent: userAgent, address, place: note } = asked.client ?? {};
        const { place, call, requestId } = noteIn(note ?? '');
        if (isFirst && call) await firstFactors?.given(call, asked.identity.id);
        const client = { userAgent, address, place, requestId };
        for (const one of [happened, further])
          if (one)
            await record?.(client, {
              identity: asked.identity.id,
              recipient: recipient(asked, one, decision),
              ...one,
            });
        const identity = {
          ...(metadata && { metadata_admin: metadata }),
          ...(publicMetadata && { metadata_public: publicMetadata }),
        };
        response.json(Object.keys(identity).length > 0 ? { identity } : {});
      },
    );
  return router;
}
