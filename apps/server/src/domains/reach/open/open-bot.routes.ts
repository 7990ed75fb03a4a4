import { ConnectorId, type contract, HistoryType, type OpenDraft } from '@orrery/contract'
import { AppError, errors } from '#kit/errors.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import { seconds } from '#kit/http/wire-values.ts'
import type { BotFilter, BotLists } from '#domains/studio/bot/bot-list.service.ts'
import type { BotService } from '#domains/studio/bot/bot.service.ts'
import type { HistoryService } from '#domains/studio/bot/history.service.ts'
import type { PublishService } from '#domains/studio/bot/publish.service.ts'
import type { PassportService } from '#domains/ground/passport/passport.service.ts'
import type { Toolset } from '#domains/resources/plugin/shared/toolset.ts'
import type { ResourceService } from '#domains/ground/resource/resource.service.ts'
import type { SpaceService } from '#domains/ground/space/space.service.ts'
import type { UploadService } from '#domains/ground/upload/upload.service.ts'
import { type PatchDeps, toPatch } from './bot-patch.ts'
import type { OpenBotView } from './open-bot.view.ts'
import { listed } from './open-view.ts'
import { openErrors } from './open.errors.ts'

export interface OpenBotDeps {
  bots: BotService
  publishing: PublishService
  history: HistoryService
  lists: Pick<BotLists, 'page'>
  resources: ResourceService
  spaces: Pick<SpaceService, 'list'>
  people: Pick<PassportService, 'getMany'>
  uploads: UploadService
  view: OpenBotView
  linkOf(key: string | null | undefined): string
  findPlugin(id: string, spaceId: string): Promise<Toolset | undefined>
  /** The icon of a bot without a picture. */
  defaultIcon(name: string): Promise<string>
}

export function openBotRoutes(deps: OpenBotDeps): Handlers<typeof contract.openBot> {
  const { bots, publishing, resources, uploads, view, linkOf } = deps

  async function iconOf(fileId: string, userId: string): Promise<string> {
    const row = await uploads.find(fileId, userId)
    const bytes = row && (await (await uploads.read(fileId))?.bytes())
    if (!bytes) throw errors.notFound({ what: 'file' })
    return (await uploads.store({ userId, scene: 'icon', name: row.name || fileId, bytes: Buffer.from(bytes) })).key
  }
  const reach = (ctx: Ctx, spaceId: string): PatchDeps => ({
    icon: (fileId) => iconOf(fileId, ctx.userId),
    async find(kind, id) {
      if (!(await ctx.access.can(ctx.actor!, kind, id, 'view'))) return undefined
      const head = await resources.get(id)
      return head?.spaceId === spaceId ? head : undefined
    },
    findPlugin: (id) => deps.findPlugin(id, spaceId),
  })
  async function save(botId: string, draft: OpenDraft, spaceId: string, ctx: Ctx) {
    const patch = await toPatch(draft, reach(ctx, spaceId))
    const { bot } = await bots.get(botId)
    const { refusal } = await bots.save(botId, ctx.userId, patch, bot.version)
    if (refusal !== undefined) throw refusal
  }
  async function published(botId: string, connectorId: string) {
    const [bot, head] = await Promise.all([
      publishing.getPublished(botId, connectorId).catch((cause: unknown) => {
        if (cause instanceof AppError && cause.status === 404) throw openErrors.notPublished({ connector: connectorId })
        throw cause
      }),
      resources.get(botId),
    ])
    return view.info({ ...bot, createdAt: head!.createdAt, updatedAt: head!.publishedAt ?? head!.updatedAt })
  }
  const page = (filter: Pick<BotFilter, 'spaceId' | 'userId' | 'page' | 'size'> & Partial<BotFilter>) =>
    deps.lists.page({
      name: '',
      order: 'published',
      mine: false,
      onlyFavorites: false,
      onlyOpened: false,
      connectorIds: [],
      statuses: [],
      ...filter,
    })

  return {
    create: async ({ space_id: spaceId, name, description = '', ...draft }, ctx) => {
      // Checked before anything is created, so that an invalid request leaves no incomplete bot.
      await toPatch({ ...draft, icon_file_id: undefined }, reach(ctx, spaceId))
      const iconUri = draft.icon_file_id ? await iconOf(draft.icon_file_id, ctx.userId) : await deps.defaultIcon(name)
      const { id, refusal } = await bots.create({ spaceId, userId: ctx.userId, name, description, iconUri })
      if (refusal !== undefined) throw refusal
      await save(id, { ...draft, icon_file_id: undefined }, spaceId, ctx)
      return { bot_id: id }
    },
    update: async ({ bot_id: botId, ...draft }, ctx) => {
      await save(botId, draft, ctx.located!.spaceId, ctx)
      return {}
    },
    publish: async (input, ctx) => {
      const { refusal, version, record } = await publishing.publish({
        botId: input.bot_id,
        userId: ctx.userId,
        connectors: Object.fromEntries(input.connector_ids.map((id) => [id, {}])),
        note: input.note,
        dryRun: false,
      })
      if (refusal !== undefined) throw refusal
      const failed = Object.values(record?.connectors ?? {}).filter((connector) => connector.code !== 0)
      if (failed.length && failed.length === input.connector_ids.length) {
        const reason = ctx.locale === 'zh-CN' ? failed[0]!.messageZh : failed[0]!.message
        throw openErrors.publishFailed({ reason })
      }
      return { bot_id: input.bot_id, version }
    },
    online: (input) => published(input.bot_id, input.connector_id ?? ConnectorId.api),
    get: async (input) => {
      if (input.is_published) return published(input.bot_id, input.connector_id ?? ConnectorId.api)
      const { head, bot, content } = await bots.getDraft(input.bot_id)
      return view.info({ ...head, ...content, version: bot.version })
    },
    list: async (input, ctx) => {
      // Without a space, use the caller's personal one, which is the first.
      const spaceId = input.workspace_id ?? (await deps.spaces.list(ctx.userId))[0]!.space.id
      await ctx.access.require(ctx.actor!, 'space', spaceId, 'view')
      const status = input.publish_status ?? 'published_online'
      const { rows, total } = await page({
        spaceId,
        userId: ctx.userId,
        isPublished: status === 'all' ? undefined : status !== 'unpublished_draft',
        connectorIds: status === 'published_online' ? [input.connector_id ?? ConnectorId.api] : [],
        page: input.page_num,
        size: input.page_size,
      })
      return {
        total,
        items: rows.map(({ head }) => listed(head, linkOf)),
      }
    },
    published: async (input, ctx) => {
      const { rows, total } = await page({
        spaceId: input.space_id,
        userId: ctx.userId,
        isPublished: true,
        connectorIds: [input.connector_id ?? ConnectorId.api],
        page: input.page_index,
        size: input.page_size,
      })
      return {
        total,
        space_bots: rows.map(({ head }) => ({
          bot_id: head.id,
          bot_name: head.name,
          description: head.description,
          icon_url: linkOf(head.iconUri),
          publish_time: String(seconds(head.publishedAt)),
        })),
      }
    },
    versions: async (input) => {
      const { bot_id: botId, page_num: number, page_size: size } = input
      const { rows, total } = await deps.history.list(
        botId,
        HistoryType.publish,
        input.connector_id ?? '',
        number,
        size,
      )
      const people = new Map(
        (await deps.people.getMany(rows.map((row) => row.createdBy))).map((item) => [item.id, item]),
      )
      return {
        items: rows.map((row) => ({
          version: row.version,
          created_at: seconds(row.createdAt),
          creator: { id: row.createdBy, name: people.get(row.createdBy)?.name ?? '' },
          publish_status: 'published',
          changelog: row.note,
        })),
        has_more: number * size < total,
      }
    },
  }
}
