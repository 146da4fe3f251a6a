import type { Loader } from '../pages/loader.ts';
import { loadFlow } from './flowPage.ts';
import { fillIn } from './fillIn.ts';
import { withoutUntried } from './withoutMessages.ts';
import { fillAddress } from '../pages/fillAddress.ts';
import { linkTo, purposeOf } from '../urls/links.ts';
import type { FlowAddress } from '../security/cookies/flowAddress.ts';
import type { TypedFieldsCookie } from '../security/cookies/typedFields.ts';

interface RegistrationDependencies {
  /** Reads the address of a refused sign-up. */
  flowAddress: FlowAddress;
  /** Keeps the fields of a sign-up that was refused without scripts, because Kratos may empty its form. */
  typedFields: TypedFieldsCookie;
}

/** `GET /registration`: create an account. */
export const registration =
  ({ flowAddress, typedFields }: RegistrationDependencies): Loader =>
  async (visit) => {
    const loaded = await loadFlow('registration', visit);
    if ('redirect' in loaded) return loaded;
    const { setCookie } = loaded;
    const { id } = loaded.flow;
    const typed = typedFields.read(visit.cookie, id);
    const step = typed ? undefined : withoutUntried(loaded.flow);
    const notice = loaded.notice ?? (step && 'oneMoreStep');
    const flow = fillAddress(
      typed ? fillIn(loaded.flow, typed) : (step ?? loaded.flow),
      flowAddress.read(visit.cookie, id),
    );
    const purpose = purposeOf(flow, visit);
    const props = {
      flow,
      ...(notice && { notice }),
      ...(flow.oauth2_login_challenge && { sentByBrowser: true }),
      loginUrl: linkTo('login', purpose, visit),
      ...(!visit.flowsOff.isOff('recovery') && { recoveryUrl: linkTo('recovery', purpose, visit) }),
    };
    return { page: { name: 'registration', props }, setCookie };
  };
