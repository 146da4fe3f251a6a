import { invalidRequest, notFound } from '../hydraError.ts';
import { withVerifier } from '../flow/requestUrl.ts';
import type { Sandbox } from '../sandbox.ts';

/** Accepts the code shown by a device. @returns where the browser continues */
export async function acceptUserCode(
  { provider, records }: Sandbox,
  challenge: string,
  { user_code: given }: Record<string, unknown>,
): Promise<string> {
  if (typeof given !== 'string' || !given) throw invalidRequest("Field 'user_code' must not be empty.");
  const device = records.devices.get(challenge);
  if (!device) throw notFound();
  const code = await provider.DeviceCode.findByUserCode(given.toUpperCase(), { ignoreExpiration: true });
  if (
    !code ||
    code.isExpired ||
    code.accountId !== undefined ||
    code.error !== undefined ||
    code.clientId === undefined
  )
    throw invalidRequest(
      "The 'user_code' session could not be found or has expired or is otherwise malformed.",
    );
  records.devices.put(challenge, { ...device, deviceCode: code.jti });
  const url = new URL(device.requestUrl);
  url.searchParams.set('client_id', code.clientId);
  return withVerifier(url.href, 'device_verifier', challenge);
}
