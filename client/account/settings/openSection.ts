/**
 * Unfolds a settings section and brings it into view.
 *
 * @param anchor the section's anchor
 * @returns whether there is such a section
 */
export function openSection(anchor: string): boolean {
  const section = anchor ? document.getElementById(anchor) : null;
  const details = section?.closest('details');
  if (!section || !details) return false;
  details.open = true;
  section.scrollIntoView();
  return true;
}
