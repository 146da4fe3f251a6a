/**
 * Checks that a brand has the name that Kratos, which reads no brand, gives authenticator apps, passkeys and mails. It runs
 * without packages, so that `npm run secrets` can use it.
 *
 * @param {string | undefined} brand the brand's name, if it has one
 * @param {string} product PRODUCT_NAME
 * @returns {string[]} a line if the names differ
 */
export const otherProductName = (brand, product) =>
  brand === undefined || brand === product
    ? []
    : [
        `PRODUCT_NAME must be ${brand}, as in BRAND_FILE: Kratos says ${product} in authenticator apps, passkeys and mails`,
      ];
