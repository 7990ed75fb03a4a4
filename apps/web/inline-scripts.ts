import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const publicDir = fileURLToPath(new URL('public', import.meta.url))

/**
 * Puts the small scripts of the head into the page itself: the first paint waits for them, and would wait for a file.
 * The server names their hashes in the content security policy of the page.
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
