/** Gives something the focus when the page opens, also without scripts: what has just happened, or is to be typed. */
export const focused = (hasFocus = true): { autoFocus?: true } => (hasFocus ? { autoFocus: true } : {});
