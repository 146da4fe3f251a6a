import type { Loader } from '../pages/loader.ts';

/** `GET /accessibility`: the accessibility statement. */
export const accessibility: Loader = () => ({ page: { name: 'accessibility', props: {} } });
