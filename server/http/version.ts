import manifest from '../../package.json' with { type: 'json' };

/** The portal's own version. */
export const { version } = manifest;
