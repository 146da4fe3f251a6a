/** Where pages learn, as server-sent events, which build is served. */
export const buildsPath = '/dev/builds';
