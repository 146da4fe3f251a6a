/**
 * Returns the id of the flow that Kratos has replaced with this one, for example after too many wrong codes: its address is
 * no longer named, and it is no longer the one that a sign-up opened.
 */
export function replacedFlow(
  kind: 'recovery' | 'verification',
  { request_url: url }: { request_url?: string | null | undefined },
): string | undefined {
  const { pathname, searchParams } = URL.parse(url ?? '') ?? {};
  return pathname === `/self-service/${kind}` ? (searchParams?.get('flow') ?? undefined) : undefined;
}
