import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';
import { colorProperty, productPalettes } from '../../shared/productColors.ts';

const { light, dark } = productPalettes;

/** The product's colours as custom properties. */
const colors = Object.entries(light).map(([name, ofLight]) => {
  const ofDark = dark[name as keyof typeof dark];
  const value = ofLight === ofDark ? ofLight : `var(--light, ${ofLight}) var(--dark, ${ofDark})`;
  return `${colorProperty(name)}: ${value};`;
});

/** Adds the product's colours to the design tokens. */
export const tokens: Plugin = {
  name: 'tokens',
  setup(bundler) {
    bundler.onLoad({ filter: /[\\/]ui[\\/]tokens\.css$/ }, async ({ path }) => ({
      contents: `${await readFile(path, 'utf8')}\n:root { ${colors.join(' ')} }`,
      loader: 'css',
    }));
  },
};
