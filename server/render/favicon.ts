import { productPalettes } from '../../shared/productColors.ts';

/** The heart-sound mark on the accent colour: inline, because a separate request would cost more than its size. */
const mark =
  `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'><rect width='32' height='32' rx='8' fill='${productPalettes.light.accent}'/>` +
  "<path d='M4 16h4l1.5-4 2.5 11 2.5-14 2 9 1-2h3l1.5-4 2 8 1.5-4H28' fill='none' stroke='#fff' stroke-width='2' stroke-linecap='round' " +
  "stroke-linejoin='round'/></svg>";

/** The page icon as a `data:` URL, in which only `#` has to be escaped. */
export const favicon = `data:image/svg+xml,${mark.replaceAll('#', '%23')}`;
