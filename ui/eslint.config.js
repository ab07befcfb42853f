import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

export default ts.config(
  { ignores: ['dist/', 'dist-gallery/', 'node_modules/', 'src/lib/bindings.ts'] },
  js.configs.recommended,
  ...ts.configs.strict,
  ...svelte.configs.recommended,
  ...svelte.configs.prettier,
  {
    languageOptions: { globals: { ...globals.browser } },
    rules: {
      'no-eval': 'error',
      'no-implied-eval': 'error',
      'no-console': 'error',
      'svelte/no-at-html-tags': 'error',
      'svelte/button-has-type': 'error',
      'svelte/no-target-blank': 'error',
      'svelte/require-each-key': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      'no-restricted-properties': [
        'error',
        { property: 'innerHTML', message: 'Text from outside is never interpreted.' },
        { property: 'outerHTML', message: 'Text from outside is never interpreted.' },
        { property: 'insertAdjacentHTML', message: 'Text from outside is never interpreted.' },
      ],
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: {
      parserOptions: { parser: ts.parser, extraFileExtensions: ['.svelte'], svelteConfig },
    },
  },
  { files: ['*.ts', '*.js'], languageOptions: { globals: { ...globals.node } } },
);
