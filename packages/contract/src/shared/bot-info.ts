import { z } from 'zod'
import { agentForUpdate, agentSchema, type BotAgent } from './bot-agents.ts'
import { BOT_LIMITS, BotMode, PromptMode } from './bot-enums.ts'
import { objectGroups, wholeGroups } from './bot-parts.ts'
import { type BotShortcut, shortcutSchema } from './bot-shortcut.ts'
import { id, name, text } from './fields.ts'

export type { BotAgent } from './bot-agents.ts'
export type { BotShortcut } from './bot-shortcut.ts'

type Parsed<T extends Record<string, z.ZodType>> = { [K in keyof T]: z.output<T[K]> }
/** The configuration of a bot, without name, description and icon. Every group is always present. */
export type BotConfig = Parsed<typeof objectGroups> &
  Parsed<typeof wholeGroups> & {
    agents: BotAgent[]
    /** Stored with the draft, so that history and publications contain the buttons of their time. */
    shortcuts: BotShortcut[]
  }

/** A group in a save: fields that are present are checked, and missing ones are not filled with defaults. */
type Unfilled<T> = T extends z.ZodDefault<infer I> | z.ZodPrefault<infer I> ? I : T
type Patch<T extends z.ZodObject> = z.ZodObject<{
  [K in keyof T['shape']]: z.ZodOptional<Unfilled<T['shape'][K]> & z.ZodType>
}>
function patchOf<T extends z.ZodObject>(group: T): Patch<T> {
  const fields = Object.entries(group.shape as Record<string, z.ZodType>).map(([key, field]) => {
    const isFilled = field instanceof z.ZodDefault || field instanceof z.ZodPrefault
    return [key, (isFilled ? (field.unwrap() as z.ZodType) : field).optional()]
  })
  return z.object(Object.fromEntries(fields) as z.core.$ZodLooseShape) as unknown as Patch<T>
}
const optional = <T extends Record<string, z.ZodType>>(groups: T) =>
  Object.fromEntries(Object.entries(groups).map(([key, group]) => [key, group.optional()])) as {
    [K in keyof T]: z.ZodOptional<T[K]>
  }
const objectPatches = Object.fromEntries(
  Object.entries(objectGroups).map(([key, group]) => [key, patchOf(group as z.ZodObject).optional()]),
) as unknown as { [K in keyof typeof objectGroups]: z.ZodOptional<Patch<(typeof objectGroups)[K]>> }

export const botName = () => name(BOT_LIMITS.name)
export const botDescription = () => text(BOT_LIMITS.description)

/** A partial change of a draft. */
export const botPatchSchema = z.object({
  name: botName().optional(),
  description: botDescription().optional(),
  icon_uri: z.string().max(500).optional(),
  ...objectPatches,
  ...optional(wholeGroups),
  agents: z.array(agentForUpdate).max(BOT_LIMITS.agents).optional(),
})
export type BotPatch = z.output<typeof botPatchSchema>
/** `botPatchSchema` with the bot, and the version that the client's changes are based on. */
export const botUpdateSchema = botPatchSchema.extend({ bot_id: id(), version: z.string().max(20).optional() })

/** The whole draft as clients see it. */
export const botInfoSchema = z.object({
  bot_id: z.string(),
  name: z.string(),
  description: z.string(),
  icon_uri: z.string(),
  icon_url: z.string(),
  creator_id: z.string(),
  create_time: z.string(),
  update_time: z.string(),
  connector_id: z.string(),
  /** Increases with every save; has to be sent with the next one. */
  version: z.string(),
  status: z.number(),
  ...objectGroups,
  ...wholeGroups,
  agents: z.array(agentSchema),
})
export type BotInfo = z.output<typeof botInfoSchema>

/** Returns the configuration of a new bot. */
export function emptyBotConfig(): BotConfig {
  const groups = Object.entries(objectGroups).map(([key, group]) => [key, group.parse({})])
  return {
    ...(Object.fromEntries(groups) as Parsed<typeof objectGroups>),
    plugin_info_list: [],
    workflow_info_list: [],
    variable_list: [],
    database_list: [],
    card_list: [],
    bot_mode: BotMode.single,
    background_image_info_list: [],
    shortcut_sort: [],
    agents: [],
    shortcuts: [],
  }
}
/** The names of the groups that are merged field by field. */
export const mergedGroups = Object.keys(objectGroups) as (keyof typeof objectGroups)[]

/**
 * Reads a stored configuration, possibly of an older version: new fields get their defaults, unknown fields are
 * dropped.
 */
export function readBotConfig(stored: Partial<BotConfig>): BotConfig {
  const config: Record<string, unknown> = { ...emptyBotConfig() }
  for (const [key, value] of Object.entries(stored)) if (key in config && value !== undefined) config[key] = value
  for (const key of mergedGroups) {
    const fields = objectGroups[key].shape as Record<string, unknown>
    const kept = Object.entries(stored[key] ?? {}).filter(([name]) => name in fields)
    config[key] = { ...(emptyGroups()[key] as object), ...Object.fromEntries(kept) }
  }
  return {
    ...(config as BotConfig),
    agents: (stored.agents ?? []).map((agent) => agentSchema.parse(agent)),
    shortcuts: (stored.shortcuts ?? []).map((shortcut) => shortcutSchema.parse(shortcut)),
  }
}
/** Returns the persona of a bot or agent, in either prompt mode. */
export const personaOf = ({ prompt, prompt_mode: mode, prefix_prompt_info: parts }: BotConfig['prompt_info']): string =>
  mode === PromptMode.prefix
    ? [parts.prefix_prompt, parts.dynamic_prompt].filter((part) => part.trim()).join('\n\n')
    : prompt
let known: BotConfig | undefined
const emptyGroups = () => (known ??= emptyBotConfig())
