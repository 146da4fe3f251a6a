import { iconPaths } from '../../../ui/iconPaths.ts';
import { settingsIcons } from '../parts/settingsIcons.ts';

/** An authenticator model: its name, and the company whose mark it shows, or else the icon of its kind. */
export interface Authenticator {
  name: string;
  brand?: 'apple' | 'google' | 'microsoft';
  icon?: string;
}

const vault = (name: string): Authenticator => ({ name, icon: settingsIcons.vault });
const key = (name: string): Authenticator => ({ name, icon: iconPaths.webauthn });
const windows: Authenticator = { name: 'Windows Hello', brand: 'microsoft' };

/**
 * The best-known authenticators, by AAGUID (WebAuthn, section 6.1): platforms and password managers from the community's list
 * of passkey providers, and the most common security keys from the makers' own lists.
 */
export const authenticators: Partial<Record<string, Authenticator>> = {
  'ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4': { name: 'Google Password Manager', brand: 'google' },
  'adce0002-35bc-c60a-648b-0b25f1f05503': { name: 'Chrome on Mac', brand: 'google' },
  'fbfc3007-154e-4ecc-8c0b-6e020557d7bd': { name: 'iCloud Keychain', brand: 'apple' },
  'dd4ec289-e01d-41c9-bb89-70fa845d4bf2': { name: 'iCloud Keychain (Managed)', brand: 'apple' },
  '08987058-cadc-4b81-b6e1-30de50dcbe96': windows,
  '9ddd1817-af5a-4672-a2b9-3e3dd95000a9': windows,
  '6028b017-b1d4-4c02-b4b3-afcdafc96bb2': windows,
  '53414d53-554e-4700-0000-000000000000': { name: 'Samsung Pass', icon: settingsIcons.phone },
  'bada5566-a7aa-401f-bd96-45619a55120d': vault('1Password'),
  'd548826e-79b4-db40-a3d8-11116f7e8349': vault('Bitwarden'),
  '531126d6-e717-415c-9320-3d9aa6981239': vault('Dashlane'),
  '0ea242b4-43c4-4a1b-8b17-dd6d0b6baec6': vault('Keeper'),
  'b84e4048-15dc-4dd0-8640-f4f60813c8af': vault('NordPass'),
  'f3809540-7f14-49c1-a8b3-8f813b225541': vault('Enpass'),
  '50726f74-6f6e-5061-7373-50726f746f6e': vault('Proton Pass'),
  'fdb141b2-5d84-443e-8a35-4698c205a502': vault('KeePassXC'),
  'cb69481e-8ff7-4039-93ec-0a2729a154a8': key('YubiKey 5'),
  'ee882879-721c-4913-9775-3dfcce97072a': key('YubiKey 5'),
  '2fc0579f-8113-47ea-b116-bb5a8db9202a': key('YubiKey 5 NFC'),
  'fa2b99dc-9e39-4257-8f92-4a30d23c4118': key('YubiKey 5 NFC'),
  'c5ef55ff-ad9a-4b9f-b580-adebafe026d0': key('YubiKey 5Ci'),
};
