/** The path of the server-sent events that announce the current build. */
export const buildsPath = '/dev/builds';

/** The event, among these, that announces changed stylesheets. */
export const stylesEvent = 'styles';

/** The entry of `Server-Timing` with the build that a page is of. */
export const buildTiming = 'build';
