import formatjs from 'eslint-plugin-formatjs';

const rule = formatjs.rules['no-literal-string-in-jsx'];

/** Returns the visible text of a reported node: JSX text, a string, an attribute or a template's fixed parts. */
function shownText({ type, value, quasis }) {
  if (type === 'JSXAttribute') return shownText(value);
  return type === 'TemplateLiteral' ? quasis.map((quasi) => quasi.value.raw).join(' ') : String(value);
}

const catalogueKey = /^[a-z]\w*(?:\.\w+)+$/;

/**
 * formatjs' rule against literal texts in JSX: elements' contents, and attributes that are shown or read by screen
 * readers. Unlike the original it allows text that needs no translation: spaces, punctuation, a single letter, and a
 * catalogue's key.
 */
export const literalText = {
  ...rule,
  create(context) {
    const report = (found) => {
      const text = shownText(found.node);
      if (/\p{L}{2}/u.test(text) && !catalogueKey.test(text)) context.report(found);
    };
    return rule.create(Object.create(context, { report: { value: report } }));
  },
};
