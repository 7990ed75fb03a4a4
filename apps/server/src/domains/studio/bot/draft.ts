import { createHash } from 'node:crypto'
import { type BotConfig, type BotPatch, mergedGroups, readBotConfig } from '@orrery/contract'
import type { Locale } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import { checkAgents, withStart } from './agent-rules.ts'
import { botErrors } from './bot.errors.ts'
import { keepUsable } from './shortcut-rules.ts'

/** The part of a bot that is edited, stored, published and copied as a whole. */
export interface Content {
  name: string
  description: string
  iconUri: string
  config: BotConfig
}

/** Reads stored content. Fields added to the shape since then get their defaults. */
export const readContent = ({ name, description, iconUri, config }: Content): Content => ({
  name,
  description,
  iconUri,
  config: readBotConfig(config),
})

/** A hash that does not depend on the order of fields. */
export const hashOf = (content: Content) =>
  createHash('sha256')
    .update(canonical(withoutEmptyCards(content)))
    .digest('hex')
/** Leaves out an empty `card_list`, so that the hashes of bots from before this group was added do not change. */
function withoutEmptyCards({ config: { card_list: cards, ...config }, ...content }: Content) {
  return { ...content, config: cards.length ? { ...config, card_list: cards } : config }
}
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const entries = Object.entries(value).filter(([, at]) => at !== undefined)
  return `{${entries
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, at]) => `${JSON.stringify(key)}:${canonical(at)}`)
    .join(',')}}`
}

/**
 * The content after a save. Object groups are merged field by field, lists and single values are replaced. What the
 * save creates is named in the language of the person who saves.
 */
export function applyPatch(before: Content, patch: BotPatch, newId: NewId, locale: Locale): Content {
  const { name, description, icon_uri: iconUri, ...groups } = patch
  const config: Record<string, unknown> = { ...before.config }
  for (const [key, value] of Object.entries(groups)) {
    if (value === undefined) continue
    const isMerged = (mergedGroups as readonly string[]).includes(key)
    config[key] = isMerged ? { ...(config[key] as object), ...defined(value as object) } : value
  }
  return {
    name: name ?? before.name,
    description: description ?? before.description,
    iconUri: iconUri ?? before.iconUri,
    config: tidy(withStart(config as BotConfig, newId, locale)),
  }
}
const defined = (value: object) => Object.fromEntries(Object.entries(value).filter(([, at]) => at !== undefined))

/** Drops invalid references if that is harmless, and refuses them if the user must decide. */
export function tidy(given: BotConfig): BotConfig {
  const config = readBotConfig(given)
  const keys = new Set<string>()
  for (const { key } of config.variable_list) {
    if (keys.has(key)) throw botErrors.sameVariable({ key })
    keys.add(key)
  }
  const shortcuts = keepUsable(config.shortcuts)
  const known = new Set(shortcuts.map((shortcut) => shortcut.command_id))
  checkAgents(config.agents, config.bot_mode)
  return {
    ...config,
    shortcuts,
    shortcut_sort: [...new Set(config.shortcut_sort)].filter((id) => known.has(id)),
    plugin_info_list: config.plugin_info_list.filter((tool) => tool.plugin_id),
    workflow_info_list: config.workflow_info_list.filter((tool) => tool.workflow_id),
    variable_list: config.variable_list.filter((variable) => variable.key.trim()),
    database_list: config.database_list.filter((table) => table.table_id),
    card_list: config.card_list.filter((binding) => binding.card_id && binding.business_id),
    knowledge: {
      ...config.knowledge,
      knowledge_info: config.knowledge.knowledge_info.filter((item) => item.id),
    },
    agents: config.agents.map((agent) => ({
      ...agent,
      plugin_info_list: agent.plugin_info_list.filter((tool) => tool.plugin_id),
      workflow_info_list: agent.workflow_info_list.filter((tool) => tool.workflow_id),
    })),
  }
}

const nonEmpty = (uris: (string | undefined)[]) => [...new Set(uris)].filter((uri): uri is string => Boolean(uri))
/** Uploaded files used as icons of the bot, its agents and shortcuts. */
export function iconsOf({ iconUri, config }: Content): string[] {
  return nonEmpty([
    iconUri,
    ...config.agents.map((agent) => agent.icon_uri),
    ...config.shortcuts.map((shortcut) => shortcut.shortcut_icon?.uri),
  ])
}
/** Uploaded files shown as background images. */
export const picturesOf = ({ config }: Content): string[] =>
  nonEmpty(
    config.background_image_info_list
      .flatMap((image) => [image.web_background_image, image.mobile_background_image])
      .flatMap((side) => [side?.image_uri, side?.origin_image_uri]),
  )
