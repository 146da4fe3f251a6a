import { fieldsOf, textIn } from '../../../shared/fields.ts';
import type { CheckedKratos } from './checkedKratos.ts';
import { notice, type Finding } from './finding.ts';

/** The releases of Kratos that the portal supports; docs/operating.md names them. */
const supported = ['v25.4', 'v26.2'];

/** Reports a release of Kratos that the portal does not support. */
export async function supportedRelease({ callAdmin }: CheckedKratos): Promise<Finding[]> {
  const answer = await callAdmin?.({ url: '/admin/version', options: {} });
  const release = textIn(fieldsOf(answer?.body).version) ?? '';
  if (!/^v\d/.test(release) || supported.some((one) => release.startsWith(`${one}.`))) return [];
  return [
    notice(`Kratos ${release} is running, which the portal does not support: run ${supported.join(' or ')}.`),
  ];
}
