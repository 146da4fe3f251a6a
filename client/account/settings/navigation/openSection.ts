/** Finds the settings section with an anchor; undefined if there is none. */
export const sectionAt = (anchor: string): HTMLDetailsElement | undefined =>
  document.getElementById(anchor)?.closest('details') ?? undefined;

/**
 * Opens a settings section and scrolls it into view.
 *
 * @returns whether there is such a section
 */
export function openSection(anchor: string): boolean {
  const details = sectionAt(anchor);
  if (!details) return false;
  details.open = true;
  document.getElementById(anchor)?.scrollIntoView();
  return true;
}

/** Opens or closes a settings section without scrolling. */
export function foldSection(anchor: string, open: boolean): void {
  const details = sectionAt(anchor);
  if (details) details.open = open;
}
