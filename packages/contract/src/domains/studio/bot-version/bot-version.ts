import { versionCompare } from './version-compare.ts'
import { versionReleases } from './version-releases.ts'
import { versionRules } from './version-rules.ts'

/** Versions of bots: comparing and merging them, and serving several at once. */
export const botVersion = { ...versionCompare, ...versionRules, ...versionReleases }
