import { connectToCheck, type CheckSettings } from '../../server/provider/check/checkedKratos.ts';
import { notice, type Finding } from '../../server/provider/check/finding.ts';
import { fieldsOf, textIn } from '../../shared/fields.ts';
import { newOperations, type NewOperations } from './newOperations.ts';
import { readRelease, type Release } from './release.ts';
import { servedFlows, type ServedFlows } from './servedFlows.ts';
import { unknownMessages } from './unknownMessages.ts';
import { unknownValues, valuesIn } from './unknownValues.ts';

/** The differences between Kratos and what the portal knows. */
export interface News extends NewOperations {
  /** The release that runs, as in `v26.2.0`; undefined if Kratos does not tell, or is none. */
  version: string | undefined;
  /** Findings about comparisons that could not be made. */
  uncheckable: Finding[];
}

const none: ServedFlows = { values: [], messages: new Map() };

/**
 * Compares the flows that a running Kratos serves, and a release of it, with what the portal knows.
 *
 * @param from where the release is, see `readRelease`; undefined to compare the flows only
 */
export async function findNews(settings: CheckSettings, from: string | undefined): Promise<News> {
  const { callPublic, callAdmin, close } = connectToCheck(settings);
  const uncheckable: Finding[] = [];
  try {
    const answer = await callAdmin?.({ url: '/admin/version', options: {} }).catch(() => undefined);
    const flows = await servedFlows(callPublic).catch(() => {
      uncheckable.push(notice('The flows could not be compared: Kratos does not answer.'));
      return none;
    });
    const release = from === undefined ? undefined : await read(from, uncheckable);
    const operations = release ? newOperations(release.api) : { news: [], missing: [] };
    const messages = new Map([...(release?.messages ?? []), ...flows.messages]);
    const version = textIn(fieldsOf(answer?.body).version);
    return {
      version: version !== undefined && /^v\d/.test(version) ? version : undefined,
      uncheckable,
      missing: operations.missing,
      news: [
        ...operations.news,
        ...unknownValues([...flows.values, ...(release ? valuesIn(release.api) : [])]),
        ...unknownMessages(messages),
      ],
    };
  } finally {
    close();
  }
}

/** Reads a release; adds a notice and returns undefined if that fails. */
async function read(from: string, uncheckable: Finding[]): Promise<Release | undefined> {
  try {
    return await readRelease(from);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    uncheckable.push(notice(`The release could not be read: ${why}`));
    return undefined;
  }
}
