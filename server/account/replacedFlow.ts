import type { FlowOf } from '../../shared/page.ts';

/**
 * Returns the id of the flow that Kratos has replaced with this one, for example after too many wrong codes: its address is
 * no longer named.
 */
export function replacedFlow(
  kind: 'recovery' | 'verification',
  { request_url: url = '' }: FlowOf[typeof kind],
): string | undefined {
  const { pathname, searchParams } = URL.parse(url) ?? {};
  return pathname === `/self-service/${kind}` ? (searchParams?.get('flow') ?? undefined) : undefined;
}
