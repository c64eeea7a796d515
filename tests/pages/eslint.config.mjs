// Run from the repository's root: `node tests/pages/node_modules/eslint/bin/eslint.js --config tests/pages/eslint.config.mjs www tests xtask benches`
import js from '@eslint/js';
import globals from 'globals';

const rules = {
  ...js.configs.recommended.rules,
  'no-unused-vars': ['error', { argsIgnorePattern: '^_', caughtErrors: 'none' }],
  'no-var': 'error',
  'prefer-const': 'error',
  eqeqeq: ['error', 'always', { null: 'ignore' }],
  'no-implicit-globals': 'error',
  'no-self-compare': 'error',
  'no-unmodified-loop-condition': 'error',
  'no-promise-executor-return': 'error',
  // The content policy forbids what these allow.
  'no-eval': 'error',
  'no-implied-eval': 'error',
  'no-new-func': 'error',
  'no-script-url': 'error',
};

export default [
  { ignores: ['www/pkg/**', '**/node_modules/**'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: ['www/**/*.js'],
    languageOptions: { ecmaVersion: 'latest', sourceType: 'module', globals: globals.browser },
    rules: { ...rules, 'no-console': ['error', { allow: ['error', 'warn'] }] },
  },
  {
    // Callbacks given to page.evaluate() run in the page.
    files: ['tests/**/*.mjs', 'xtask/**/*.mjs', 'benches/**/*.mjs'],
    languageOptions: { ecmaVersion: 'latest', sourceType: 'module', globals: { ...globals.node, ...globals.browser } },
    rules,
  },
];
