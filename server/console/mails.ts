import { mailStates, type Counted, type ListedMail, type MailTrouble } from '../../shared/console/lists.ts';
import type { ConsoleProps } from '../../shared/console/pages.ts';
import { isActivityKind } from '../../shared/activity.ts';
import { fieldsOf, textIn } from '../../shared/fields.ts';
import { roleToActOn } from '../admin/consoleRoles.ts';
import { malformedRequest } from '../http/errors.ts';
import type { OwnMail } from '../store/notices.ts';
import type { SentMessage } from '../upstreams/courier.ts';
import { fewAtATime } from '../upstreams/fewAtATime.ts';
import { pageUrl } from '../urls/paths.ts';
import type { MakeOptions } from './carryOut.ts';
import { mailRecoveryCode, mailVerification } from './acts.ts';
import { makeListAct } from './listAct.ts';
import { placesIn, tokenOf } from './logFilters.ts';
import { orNone } from './lookUps.ts';
import { mergeLines, type Place, type ReadLines } from './mergeLines.ts';
import { shown, type ConsoleLoader, type ConsoleNeeds, type FormHandler } from './needs.ts';

/** The trouble that a mail server's answer tells of, the first that fits. */
const troubles: [MailTrouble, RegExp][] = [
  ['credentials', /\b53[045]\b|authenticat|credentials/i],
  ['sender', /\b5\.7\.(?:1|2[0-9])\b|sender|relay|spf|dmarc|dkim/i],
  ['recipient', /\b55[013]\b|\b5\.1\.\d\b|no such user|user unknown|mailbox|recipient/i],
  ['later', /\b4\d\d\b|\b4\.\d\.\d\b|greylist|try again|temporar/i],
  [
    'unreachable',
    /dial|refused|no such host|timeout|timed ?out|unreachable|\be(?:of|conn\w+|notfound)\b|tls|certificate/i,
  ],
];

/** Returns what kind of trouble keeps a mail from its recipient, by what Kratos has kept of the mail server's answer. */
export const troubleOf = (error: string): MailTrouble =>
  troubles.find(([, pattern]) => pattern.test(error))?.[0] ?? 'other';

/** Which flow mails a new code in place of a mail. */
const flowOf = (template: string | null | undefined): 'recovery' | 'verification' | undefined =>
  (['recovery', 'verification'] as const).find((kind) => template === `${kind}_code_valid`);

const stateIn = (text: string | null) => mailStates.find((state) => state === text);

/** How many mails a page has. */
const pageSize = 25;

/** How far a mail has come. */
type MailStatus = (typeof mailStates)[number];

/** A mail in the list of all. */
type MailLine = ListedMail & { at: number };

/** Which mails are listed. */
interface MailFilters {
  status?: MailStatus | undefined;
  recipients?: readonly string[] | undefined;
}

/** A message of Kratos': never its body, which has a code. */
const kratosMail = ({ id, template_type, status, recipient, created_at }: SentMessage): MailLine => ({
  at: Date.parse(created_at ?? '') || 0,
  template: template_type ?? '',
  status: status ?? '',
  recipient: recipient ?? '',
  ...(id && { id }),
  ...(id && flowOf(template_type) && { isRepeatable: true }),
});

const ownMail = ({ id, at, kind, address, status, error }: OwnMail): MailLine => ({
  id,
  at,
  status,
  recipient: address,
  isOwn: true,
  template: kind === 'recoveryCode' ? 'recovery_code_valid' : kind,
  ...(isActivityKind(kind) && { event: kind }),
  ...(error !== '' && { error, trouble: troubleOf(error) }),
});

/**
 * Returns all mails together, the latest first: those that Kratos sends, and the portal's own. @throws PortalError 502 or 504, or Error,
 * when Kratos or the database does not answer
 */
function allMails(
  { provider: { courier }, store }: Pick<ConsoleNeeds, 'provider' | 'store'>,
  { status, recipients }: MailFilters,
  places?: readonly Place[],
) {
  const ofKratos =
    (recipient?: string): ReadLines<MailLine> =>
    async (after) => {
      const page = await courier?.page({ status, recipient, after });
      return { lines: page?.messages.map(kratosMail) ?? [], next: page?.next };
    };
  const own: ReadLines<MailLine> = async (after) => {
    if (status === 'processing') return { lines: [], next: undefined };
    const { mails: lines, next } = await store.mails.read({ status, addresses: recipients, after });
    return { lines: lines.map(ownMail), next };
  };
  const reads = [...(recipients ? recipients.map(ofKratos) : [ofKratos()]), own];
  return mergeLines(reads, places);
}

const listUrl = ({ status, recipients: [recipient] = [] }: MailFilters, after?: string): string =>
  pageUrl('/manage/mails', { status, recipient, after });

/** Counts the mails of a state: one more than a page has stands for more. @throws as `allMails` does */
export const countMails = async (needs: ConsoleNeeds, status: MailStatus): Promise<Counted> => ({
  count: (await allMails(needs, { status }).take(pageSize + 1)).length,
  url: listUrl({ status }),
});

/** Reads the latest mails to some addresses. @throws as `allMails` does */
export const mailsTo = (needs: ConsoleNeeds, recipients: readonly string[]): Promise<ListedMail[]> =>
  allMails(needs, { recipients }).take(pageSize);

/** `GET /manage/mails`: the mails that were sent or will be, without what they say: that has codes. */
export const mails =
  (needs: ConsoleNeeds): ConsoleLoader =>
  async ({ query }) => {
    const { courier } = needs.provider;
    const [status, given] = [stateIn(query.get('status')), query.get('recipient')?.trim()];
    const [recipient, after] = [given === '' ? undefined : given, placesIn(query.get('after'))];
    const filters = { status, recipients: recipient === undefined ? undefined : [recipient] };
    const merged = allMails(needs, filters, after?.places);
    const page = await orNone(merged.take(pageSize));
    const places = page && (await orNone(merged.places()));
    const listed = await fewAtATime(page ?? [], async (mail): Promise<ListedMail> => {
      if (mail.isOwn || mail.status !== 'abandoned' || mail.id === undefined) return mail;
      const error = await orNone(courier?.whyAbandoned(mail.id));
      return { ...mail, ...(error !== undefined && { error, trouble: troubleOf(error) }) };
    });
    const props: ConsoleProps['mails'] = {
      ...(status && { status }),
      ...(recipient !== undefined && { recipient }),
      ...(page && { mails: listed }),
      ...(places && { nextUrl: listUrl(filters, tokenOf(0, places)) }),
      ...(after && { firstUrl: listUrl(filters) }),
    };
    return shown('mails', props);
  };

/** `POST /manage/mails`: mails a new code to the recipient of a mail, which `id` names. */
export const postMail =
  (needs: MakeOptions): FormHandler =>
  async (request, member) => {
    const { identities, provider } = needs;
    const id = textIn(fieldsOf(request.body).id) ?? '';
    const message = await provider.courier?.message(id);
    const [kind, recipient] = [flowOf(message?.template_type), message?.recipient ?? undefined];
    if (!kind || recipient === undefined) throw malformedRequest();
    // whose history tells of it
    const [owner] = (await orNone(identities.signingInWith(recipient))) ?? [];
    const deed = {
      operation: 'resendMail',
      role: owner ? await roleToActOn(owner, 'help', needs) : 'help',
      target: owner?.id ?? '',
      limit: 'help mail',
      make: async () => {
        if (kind === 'verification') await mailVerification(needs, recipient);
        else if (owner) await mailRecoveryCode(needs, owner);
        else throw malformedRequest();
        return { after: { mail: id, kind } };
      },
    } as const;
    return makeListAct(
      request,
      member,
      deed,
      { backUrl: pageUrl('/manage/mails', { recipient }), name: recipient },
      needs,
    );
  };
