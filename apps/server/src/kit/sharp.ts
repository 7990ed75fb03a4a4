import { createRequire } from 'node:module'
import type open from 'sharp'
import type { Sharp } from 'sharp'

const require = createRequire(import.meta.url)
let loaded: typeof open | undefined

/** `sharp`, loaded with the first picture: many servers never need it, and it takes 40 ms and 10 MB. */
export function sharp(...input: Parameters<typeof open>): Sharp {
  loaded ??= require('sharp') as typeof open
  return loaded(...input)
}
