import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/**
 * Chinese words and how often each is used. `@node-rs/jieba/dict.js` would keep this file in memory for as long as the process
 * lives, and a second one that nobody reads: 11 MB.
 */
export const chineseDictionary = (): Buffer => readFileSync(require.resolve('@node-rs/jieba/dict.txt'))
