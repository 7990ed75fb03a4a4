import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { pluginErrors } from '#domains/resources/plugin/plugin.errors.ts'

/** `plugins.json` in the data folder: external services for official plugins, and addresses from which calls come. */
const settings = z.object({
  search: z
    .object({
      /** searxng: URL of an instance with its JSON format enabled. brave: the Brave Search API. */
      kind: z.enum(['searxng', 'brave']).default('searxng'),
      url: z.url(),
      key: z.string().default(''),
    })
    .optional(),
  exportIps: z.array(z.string().max(64)).max(50).default([]),
})
export type PluginSettings = z.output<typeof settings>
const none: PluginSettings = { exportIps: [] }

export function createPluginSettings(dataDir: string): () => PluginSettings {
  const file = path.join(dataDir, 'plugins.json')
  let known: { at: number; content: PluginSettings } | undefined
  return () => {
    if (!existsSync(file)) return none
    const at = statSync(file).mtimeMs
    if (known?.at === at) return known.content
    try {
      known = { at, content: settings.parse(JSON.parse(readFileSync(file, 'utf8'))) }
    } catch (cause) {
      const reason = (cause as Error).message.replaceAll(/\s+/g, ' ').slice(0, 200)
      throw pluginErrors.badSettings({ reason })
    }
    return known.content
  }
}
