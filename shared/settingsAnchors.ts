/** The fragment of the settings' URL that leads to the message about what was done last. */
export const doneAnchor = 'done';
