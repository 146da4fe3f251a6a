import { useEffect, useRef } from 'react';
import type { SettingsFlow, UiNode } from '@ory/client';
import { fieldsOf, textIn } from '../../../../shared/fields.ts';
import { inputAttributes } from '../../../../shared/flow/inputAttributes.ts';
import { removePasskey } from '../../../../shared/flow/messageId.ts';
import { valueOf } from '../../../../shared/flow/shownValue.ts';

/** The used part of the Signal API (WebAuthn level 3, section 5.1.10); not every browser has it. */
interface Signals {
  signalUnknownCredential?: (options: { rpId: string; credentialId: string }) => Promise<void>;
}

/** Returns the passkeys of an account, by credential id in hexadecimal digits. */
const passkeysIn = ({ ui }: SettingsFlow): string[] =>
  ui.nodes
    .filter(({ meta }) => meta.label?.id === removePasskey)
    .map((node) => inputAttributes(node))
    .flatMap((input) => (input ? [valueOf(input)] : []));

/** Returns the domain of the account's passkeys, from the options to create one. */
function relyingParty({ ui }: SettingsFlow): string | undefined {
  const options = (node: UiNode): string | undefined => {
    const input = inputAttributes(node);
    if (input?.name !== 'passkey_create_data') return undefined;
    try {
      const data = fieldsOf(JSON.parse(valueOf(input)));
      const { publicKey } = fieldsOf(data.credentialOptions ?? data);
      return textIn(fieldsOf(fieldsOf(publicKey).rp).id);
    } catch {
      return undefined;
    }
  };
  return ui.nodes.map(options).find((id) => id !== undefined);
}

const base64Url = (hex: string): string =>
  btoa(String.fromCharCode(...(hex.match(/../g) ?? []).map((digits) => parseInt(digits, 16))))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '');

/** Tells the browser which passkeys were removed from the account, so that it no longer offers them. */
export function useRemovedPasskeys(flow: SettingsFlow): void {
  const before = useRef<string[]>([]);
  useEffect(() => {
    const present = passkeysIn(flow);
    const removed = before.current.filter((id) => !present.includes(id));
    before.current = present;
    const rpId = relyingParty(flow);
    const signals = 'PublicKeyCredential' in window ? (PublicKeyCredential as Signals) : {};
    if (rpId === undefined) return;
    for (const id of removed)
      void signals.signalUnknownCredential?.({ rpId, credentialId: base64Url(id) }).catch(() => undefined);
  }, [flow]);
}
