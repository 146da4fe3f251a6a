import formatjs from 'eslint-plugin-formatjs';

const rule = formatjs.rules['no-literal-string-in-jsx'];

/**
 * formatjs' rule against literal texts in JSX, elements' contents and attributes that are read out or shown. Unlike the
 * original it allows what no language writes differently: spaces, punctuation, a single letter.
 */
export const literalText = {
  ...rule,
  create(context) {
    const report = (found) => {
      if (/\p{L}{2}/u.test(context.sourceCode.getText(found.node))) context.report(found);
    };
    return rule.create(Object.create(context, { report: { value: report } }));
  },
};
