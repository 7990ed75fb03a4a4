import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const publicDir = fileURLToPath(new URL('public', import.meta.url))

/**
 * Inlines the small scripts of the head into the page, because the first paint would wait for files. The server lists
 * their hashes in the content security policy of the page.
 */
export function inlineScripts(): Plugin {
  return {
    name: 'inline-scripts',
    apply: (_, { command, mode }) => command === 'build' && mode !== 'gallery',
    transformIndexHtml: {
      order: 'post',
      handler: (html) =>
        html.replaceAll(
          /<script src="(\/[\w-]+\.js)"><\/script>/g,
          (_, address: string) => `<script>${withoutComments(readFileSync(publicDir + address, 'utf8'))}</script>`,
        ),
    },
  }
}

const withoutComments = (code: string) => code.replaceAll(/^\s*\/\/.*\n/gm, '').trim()
