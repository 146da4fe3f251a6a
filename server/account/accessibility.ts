import type { Loader } from '../pages/page.ts';

/** `GET /accessibility`: the accessibility statement. */
export const accessibility: Loader = () => ({ page: { name: 'accessibility', props: {} } });
