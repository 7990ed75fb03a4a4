import { versionCompare } from './version-compare.ts'
import { versionReleases } from './version-releases.ts'
import { versionRules } from './version-rules.ts'

/** States of bots: compared, merged, and served side by side. */
export const botVersion = { ...versionCompare, ...versionRules, ...versionReleases }
