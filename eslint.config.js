import js from '@eslint/js';
import typescript from 'typescript-eslint';
import reactHooks from 'eslint-plugin-react-hooks';
import jsxA11y from 'eslint-plugin-jsx-a11y';
import { catalogueRules } from './scripts/words/catalogueRules.mjs';
import { literalText } from './scripts/words/literalText.mjs';

export default typescript.config(
  { ignores: ['dist/', '.cache/', 'coverage/', '**/*.keto.ts'] },
  js.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    extends: [typescript.configs.strictTypeChecked, typescript.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // Express recognises an error handler by its four parameters
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      '@typescript-eslint/no-confusing-void-expression': [
        'error',
        { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true },
      ],
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { arguments: false } }],
    },
  },
  {
    files: ['client/**/*.tsx'],
    extends: [jsxA11y.flatConfigs.strict],
    plugins: { 'react-hooks': reactHooks },
    rules: reactHooks.configs.recommended.rules,
  },
  {
    files: ['{client,server}/**/*.tsx'],
    ignores: ['**/*.test.tsx'],
    plugins: { words: { rules: { 'literal-text': literalText } } },
    // Texts belong in locales/*.json: see “Add a text” in CONTRIBUTING.md.
    rules: {
      'words/literal-text': ['error', { props: { include: [['*', '{label,alt,title,placeholder}']] } }],
    },
  },
  ...catalogueRules,
  {
    files: ['**/*.{js,mjs}'],
    languageOptions: { globals: { process: 'readonly', console: 'readonly', URL: 'readonly' } },
  },
);
