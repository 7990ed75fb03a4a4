import { BOT_LIMITS, type BotConfig, botPatchSchema, readBotConfig } from '@orrery/contract'
import type { NewId } from '#kit/ids.ts'
import { object, shorten } from '#kit/read-json.ts'
import { type IdMap, modelKey, type Porter, type Target } from '#domains/ground/resource/shared/resource-content.ts'
import { bundleErrors } from '#domains/library/bundle/bundle.errors.ts'
import type { BotService } from './bot.service.ts'
import { referencesOf, remap, withNewIds } from './copy-resources.ts'
import { iconsOf, picturesOf } from './draft.ts'

export function createBotPorter(deps: {
  bots: BotService
  newId: NewId
  storeIcon(key: string, target: Target): Promise<string>
}): Porter {
  const { bots, newId } = deps
  const modelsOf = (config: BotConfig) =>
    [config.model_info.model_id, ...config.agents.map((agent) => agent.model_info?.model_id ?? '')].filter(Boolean)
  /** Includes the pictures of the bot; a picture that cannot be included is left empty. */
  async function withFiles(config: BotConfig, target: Target): Promise<BotConfig> {
    const whole = { name: '', description: '', iconUri: '', config }
    let text = JSON.stringify(config)
    for (const key of [...iconsOf(whole), ...picturesOf(whole)])
      text = text.replaceAll(JSON.stringify(key), JSON.stringify(await deps.storeIcon(key, target)))
    return JSON.parse(text) as BotConfig
  }
  function withModels(config: BotConfig, ids: IdMap): BotConfig {
    const to = (id: string) => ids.get(modelKey(id)) ?? id
    return {
      ...config,
      model_info: { ...config.model_info, model_id: to(config.model_info.model_id) },
      agents: config.agents.map((agent) =>
        agent.model_info
          ? { ...agent, model_info: { ...agent.model_info, model_id: to(agent.model_info.model_id) } }
          : agent,
      ),
    }
  }
  return {
    nameLimit: BOT_LIMITS.name,
    async read(id) {
      const { content, head } = await bots.getDraft(id)
      const whole = { ...content, iconUri: '' }
      return {
        content: content.config,
        needs: referencesOf(content.config),
        models: modelsOf(content.config),
        files: [...iconsOf(whole), ...picturesOf(whole)],
        published: head.publishedAt !== null,
      }
    },
    check(content) {
      const config = readBotConfig(object(content) as Partial<BotConfig>)
      const { shortcuts: _, agents: __, ...groups } = config
      const read = botPatchSchema.safeParse(groups)
      const [issue] = read.error?.issues ?? []
      if (issue) throw new Error(`${issue.path.join('.')}: ${issue.message}`)
      return config
    },
    async create(item, target, ids) {
      const config = await withFiles(withModels(remap(readBotConfig(item.content as BotConfig), ids), ids), target)
      const made = await bots.create({
        spaceId: target.spaceId,
        userId: target.userId,
        name: shorten(item.name, BOT_LIMITS.name),
        description: shorten(item.description, BOT_LIMITS.description),
        iconUri: item.icon,
        createFrom: 'copy',
        config: (id) => withNewIds(config, id, newId),
      })
      if (made.refusal !== undefined)
        throw bundleErrors.refused({
          name: item.name,
          message: made.refusal.text('en'),
          messageZh: made.refusal.text('zh-CN'),
        })
      return made.id
    },
  }
}
