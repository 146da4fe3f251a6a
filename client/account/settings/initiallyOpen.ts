import type { SettingsFlow, UiNode } from '@ory/client';
import { anchorOf } from '../../../shared/flow/anchorOf.ts';
import type { OwnApplications } from '../../../shared/applications.ts';
import { accountRecovered } from '../../../shared/flow/messageId.ts';
import type { OwnSessions } from '../../../shared/sessions.ts';
import * as nodeGroup from '../../../shared/flow/nodeGroup.ts';
import type { Section } from '../../flow/model/sections.ts';
import { isSecretList } from '../../flow/nodes/secretList.ts';

const concerns = (node: UiNode): boolean =>
  node.messages.some(({ type }) => type === 'error') || isSecretList(node);

/**
 * The sections that a page is served with open: the one whose form was sent last, those with an error or with secrets to
 * keep, the password after a recovery, the applications after a withdrawal, and the sessions after some were ended.
 *
 * @param flow the served flow
 * @param forms its sections
 * @param applications the user's, where there is an OAuth2 provider
 * @param sessions the user's
 * @returns the anchors of the sections
 */
export function initiallyOpen(
  flow: SettingsFlow,
  forms: Section[],
  applications: OwnApplications | undefined,
  sessions: OwnSessions | undefined,
): Set<string> {
  const open = forms.filter(
    ({ parts }) =>
      parts.some(({ group }) => group === flow.active) || parts.some(({ nodes }) => nodes.some(concerns)),
  );
  const isRecovered = flow.ui.messages?.some(({ id }) => id === accountRecovered) === true;
  return new Set([
    ...open.map(({ id }) => anchorOf(id)),
    ...(isRecovered ? [nodeGroup.password] : []),
    ...(applications?.withdrawn === true ? ['applications'] : []),
    ...(sessions?.ended === true ? ['sessions'] : []),
  ]);
}
