import type { ComponentType, ReactNode } from 'react';
import type { SettingsFlow, UiNode } from '@ory/client';
import type { OwnCredentials } from '../../../shared/credentials.ts';
import { lookUp } from '../../../shared/fields.ts';
import {
  disableLookupSecrets,
  removePasskey,
  removeSecurityKey,
  removeTrustedDevice,
  unlinkAccount,
  unlinkTotp,
} from '../../../shared/flow/messageId.ts';
import type { Group } from '../../../shared/flow/methods.ts';
import * as nodeGroup from '../../../shared/flow/nodeGroup.ts';
import { nodesOf, type Form } from '../../flow/model/forms.ts';
import { iconPaths } from '../../ui/iconPaths.ts';
import { enrolmentIn, TotpSetup } from './authenticator/TotpSetup.tsx';
import { describeCodes } from './backupCodes/describeCodes.ts';
import { isConfirmation, NewCodes } from './backupCodes/NewCodes.tsx';
import { OnlyCodes, wouldStartAlone } from './backupCodes/OnlyCodes.tsx';
import { describeKeys } from './keys/describeKeys.ts';
import { KeyNode } from './keys/KeyNode.tsx';
import { describeApp, describePassword, describeProfile } from './overview/describe.ts';
import type { AccountState, Describe } from './overview/overview.ts';
import type { RemovalProps } from './removal/ConfirmRemoval.tsx';
import { settingsIcons } from './parts/settingsIcons.ts';
import { AddressNotes } from './profile/AddressNotes.tsx';
import { ProfileFields } from './profile/ProfileFields.tsx';
import { TurnOff } from './section/TurnOff.tsx';
import { describeSocial } from './social/describeSocial.ts';
import { LinkedAccount } from './social/LinkedAccount.tsx';
import { OnlyAccount } from './social/LinkedAccount.tsx';

/** How the settings show a method. The catalogue has its names: `settings.<group>.title`, and `nav` for its link. */
interface MethodSection {
  /** A path on the grid of the icons. */
  icon: string;
  /** Its state and line in the overview. */
  describe?: Describe;
  /** Returns the catalogue key of a step that must come first; replaces the note. */
  first?: (nodes: UiNode[]) => string | undefined;
  /** The catalogue key of a note. */
  note?: string;
  /** The catalogue key of what else its main button does; shown at that button. */
  effect?: string;
  /** The catalogue key of the button that saves it. */
  save?: string;
  /** The content above its note and its form. */
  above?: (account: AccountState, form: Form) => ReactNode;
  /** Whether something else should be set up first, so that its button does not stand out. */
  isLater?: (flow: SettingsFlow) => boolean;
  /** Replaces the nodes in its form; undefined where the nodes are shown as they come. */
  body?: (form: Form) => ReactNode;
  removal?: {
    /** The label of the buttons that remove it, or a part of it. */
    label: number;
    Row: ComponentType<RemovalProps>;
    /** The catalogue key of the consequence of removing it. */
    consequence?: string;
  };
  /** Whether an account has it. */
  isKept?: (credentials: OwnCredentials) => boolean;
  /** Which changes sign the user out everywhere else. */
  endsOthers?: 'all' | 'removal';
}

const signsOut = 'settings.signsOut';
const thenSignsOut = 'settings.removalSignsOut';

const noSection: MethodSection = { icon: settingsIcons.more };

/** The settings' sections of the methods. Their order and anchors are in `methods`. */
const methodSections: Record<Group, MethodSection> = {
  default: noSection,
  identifier_first: noSection,
  captcha: noSection,
  oauth2_consent: noSection,
  unknown: noSection,
  link: { icon: iconPaths.link },
  code: { icon: iconPaths.code },
  profile: {
    icon: iconPaths.profile,
    describe: describeProfile,
    save: 'settings.profile.save',
    above: ({ flow, verificationOff, mailForm, credentials }, form) =>
      !verificationOff && (
        <AddressNotes
          identity={flow.identity}
          form={form}
          mailForm={mailForm}
          suspended={credentials?.suspended}
        />
      ),
    body: (form) => <ProfileFields nodes={nodesOf(form)} />,
  },
  password: {
    icon: iconPaths.password,
    describe: describePassword,
    effect: 'settings.password.hint',
    save: 'settings.password.save',
    isKept: ({ password }) => password,
    endsOthers: 'all',
  },
  oidc: {
    icon: iconPaths.link,
    describe: describeSocial,
    note: signsOut,
    above: ({ credentials }, form) => <OnlyAccount credentials={credentials} form={form} />,
    removal: { label: unlinkAccount, Row: LinkedAccount, consequence: 'settings.oidc.consequence' },
    isKept: ({ social }) => social,
    endsOthers: 'all',
  },
  saml: { icon: iconPaths.saml },
  lookup_secret: {
    icon: iconPaths.lookup_secret,
    describe: describeCodes,
    first: (nodes) => (nodes.some(isConfirmation) ? 'settings.lookup_secret.confirmFirst' : undefined),
    note: 'settings.lookup_secret.hint',
    above: ({ flow }) => <OnlyCodes flow={flow} />,
    isLater: wouldStartAlone,
    body: (form) => {
      const nodes = nodesOf(form);
      return nodes.some(isConfirmation) ? <NewCodes nodes={nodes} /> : undefined;
    },
    removal: {
      label: disableLookupSecrets,
      Row: TurnOff,
      consequence: 'settings.lookup_secret.consequence',
    },
    isKept: ({ backupCodes }) => backupCodes !== undefined,
    endsOthers: 'all',
  },
  webauthn: {
    icon: iconPaths.webauthn,
    describe: describeKeys(nodeGroup.webauthn, removeSecurityKey, 'state.keys'),
    effect: thenSignsOut,
    removal: { label: removeSecurityKey, Row: KeyNode, consequence: 'settings.key.gone' },
    isKept: ({ securityKeys }) => securityKeys > 0,
    endsOthers: 'all',
  },
  totp: {
    icon: iconPaths.totp,
    describe: describeApp,
    effect: thenSignsOut,
    save: 'settings.totp.save',
    body: (form) => {
      const enrolment = enrolmentIn(form);
      return enrolment && <TotpSetup {...enrolment} />;
    },
    removal: { label: unlinkTotp, Row: TurnOff, consequence: 'settings.totp.consequence' },
    isKept: ({ totpSince }) => totpSince !== undefined,
    endsOthers: 'all',
  },
  passkey: {
    icon: iconPaths.passkey,
    describe: describeKeys(nodeGroup.passkey, removePasskey, 'state.passkeys'),
    removal: { label: removePasskey, Row: KeyNode, consequence: 'settings.key.passkeyGone' },
    isKept: ({ passkeys }) => passkeys > 0,
    endsOthers: 'removal',
  },
  deviceauthn: {
    icon: settingsIcons.phone,
    describe: describeKeys(nodeGroup.deviceauthn, removeTrustedDevice, 'state.devices'),
    // an app adds it, so there is no time when it can be set up here
    note: 'settings.deviceauthn.hint',
    removal: {
      label: removeTrustedDevice,
      Row: KeyNode,
      consequence: 'settings.deviceauthn.consequence',
    },
    endsOthers: 'removal',
  },
};

/** How the settings show a method. @param id the section's id, see `formsOf` */
export const methodSectionOf = (id: string): MethodSection =>
  lookUp(methodSections, id) ?? methodSections.unknown;

/** The row of a button that removes something: a key, a linked account, a whole method. Undefined for any other node. */
export function removalOf({
  meta,
}: UiNode): (Pick<RemovalProps, 'icon' | 'consequence'> & { Row: ComponentType<RemovalProps> }) | undefined {
  const found = Object.values(methodSections).find(({ removal }) => removal?.label === meta.label?.id);
  return found?.removal && { icon: found.icon, consequence: undefined, ...found.removal };
}

/** Whether a node removes something from the account. */
export const isRemoval = (node: UiNode): boolean => removalOf(node) !== undefined;
