import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/**
 * Chinese words and their frequencies. `@node-rs/jieba/dict.js` would keep this file, and a second unused one, in
 * memory for the whole life of the process: 11 MB.
 */
export const chineseDictionary = (): Buffer => readFileSync(require.resolve('@node-rs/jieba/dict.txt'))
