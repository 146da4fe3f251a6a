/**
 * Unfolds a settings section and brings it into view.
 *
 * @param anchor the section's anchor; an unknown one does nothing
 */
export function openSection(anchor: string): void {
  const section = anchor ? document.getElementById(anchor) : null;
  const details = section?.closest('details');
  if (!section || !details) return;
  details.open = true;
  section.scrollIntoView();
}
