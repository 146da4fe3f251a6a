/**
 * The parts of the portal's renderer that the gallery needs; bundled, because Node runs neither JSX nor CSS modules.
 */
export { catalogues } from '../../server/render/catalogues.ts';
export { renderConsole } from '../../server/render/renderConsole.tsx';
export { renderPage } from '../../server/render/renderPage.tsx';
export { createTexts, productTexts } from '../../server/render/texts.ts';
