/** The path of the server-sent events that announce the current build. */
export const buildsPath = '/dev/builds';
