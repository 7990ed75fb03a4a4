import { type BotInfo, BotMode, type BotShortcut, Branch } from '@orrery/contract'
import { AppError, errors, type Locale } from '#kit/errors.ts'
import type { FileLinks } from '#kit/file-links.ts'
import type { Ctx } from '#kit/http/context.ts'
import { secondsText } from '#kit/http/wire-values.ts'
import type { PassportService } from '#domains/ground/passport/passport.service.ts'
import type { UserRow } from '#domains/ground/passport/passport.table.ts'
import { botErrors } from './bot.errors.ts'
import type { FoundBot } from './bot.repo.ts'
import type { ConnectorRow, HistoryRow } from './bot.table.ts'
import { type Content, readContent } from './draft.ts'
import type { HistoryService } from './history.service.ts'
import type { Connector, PublishService } from './publish.service.ts'

/** Refuses a space_id other than the bot's: it is a mistake or an attack. */
export function sameSpace(spaceId: string | undefined, ctx: Ctx) {
  if (spaceId !== undefined && spaceId !== ctx.located?.spaceId) throw botErrors.otherSpace()
}

export interface BotViewDeps {
  links: FileLinks
  people: Pick<PassportService, 'getMany'>
  history: HistoryService
  publishing: PublishService
}

/** Bots in wire format. */
export function createBotView({ links, people, history, publishing }: BotViewDeps) {
  const withLinks = <T extends { image_uri: string; origin_image_uri: string }>(side: T | undefined) =>
    side && { ...side, image_url: links.make(side.image_uri), origin_image_url: links.make(side.origin_image_uri) }

  function info(head: FoundBot['head'], version: string, { name, description, iconUri, config }: Content): BotInfo {
    const { shortcuts: _, ...groups } = config
    return {
      ...groups,
      bot_id: head.id,
      name,
      description,
      icon_uri: iconUri,
      icon_url: links.make(iconUri),
      creator_id: head.ownerId,
      create_time: secondsText(head.createdAt),
      update_time: secondsText(head.updatedAt),
      connector_id: '',
      version,
      status: head.status,
      background_image_info_list: config.background_image_info_list.map((image) => ({
        web_background_image: withLinks(image.web_background_image),
        mobile_background_image: withLinks(image.mobile_background_image),
      })),
    }
  }
  const ofFound = (found: FoundBot) =>
    info(found.head, found.bot.version, readContent({ ...found.head, config: found.bot.config }))
  const connectorInfo = (connector: Connector, row: ConnectorRow | undefined, locale: Locale) => ({
    id: connector.id,
    name: connector[locale === 'zh-CN' ? 'zh' : 'en'].name,
    icon: '',
    /** 0 for served, 1 for offline. */
    connector_status: row?.historyId ? 0 : 1,
    share_link: '',
  })

  /** A conflict as an answer with both versions: the one stored now and the one that was sent. */
  function conflict(cause: unknown, yours: unknown): unknown {
    const data = cause instanceof AppError && (cause.data as { found?: FoundBot; base?: string; kept?: HistoryRow })
    if (!data || !data.found) return cause
    const { found, base, kept } = data
    return errors.conflict(
      {},
      {
        version: found.bot.version,
        saved_by: found.bot.savedBy,
        saved_at: secondsText(found.bot.savedAt),
        theirs: ofFound(found),
        yours,
        your_version: base ?? '',
        base: kept ? info(found.head, kept.version, readContent(kept)) : undefined,
      },
    )
  }

  return {
    linkOf: links.make,
    info,
    ofFound,
    ofHistory: (head: FoundBot['head'], row: HistoryRow) => info(head, row.version, readContent(row)),
    shortcut: (shortcut: BotShortcut) => ({
      ...shortcut,
      shortcut_icon: shortcut.shortcut_icon && {
        uri: shortcut.shortcut_icon.uri,
        url: links.make(shortcut.shortcut_icon.uri),
      },
    }),
    connectorInfo,
    /** The channels that serve the bot at present. */
    async served(botId: string, locale: Locale) {
      const rows = await publishing.rows(botId)
      return (await publishing.connectorsOfBot(botId))
        .filter(({ id }) => rows.get(id)?.historyId)
        .map((connector) => connectorInfo(connector, rows.get(connector.id), locale))
    },
    async usersById(ids: string[]): Promise<Map<string, UserRow>> {
      const users = await people.getMany([...new Set(ids)])
      return new Map(users.map((user) => [user.id, user]))
    },
    creator: (user: UserRow | undefined, id: string, viewerId: string) => ({
      id,
      name: user?.name ?? '',
      avatar_url: links.make(user?.avatarKey),
      self: id === viewerId,
      user_unique_name: user?.uniqueName ?? '',
    }),
    /** The state of a draft relative to commits and publications. */
    async standing(found: FoundBot) {
      const published = found.head.publishedAt === null ? undefined : await history.online(found.head.id)
      const sameWithOnline = published !== undefined && (await history.isSame(found, published))
      const isCommitted = found.bot.commitVersion !== '0' && found.bot.commitVersion === found.bot.version
      const branch = sameWithOnline ? Branch.publish : isCommitted ? Branch.base : Branch.personalDraft
      return { published, sameWithOnline, branch }
    },
    orConflict: (yours: unknown) => (cause: unknown) => {
      throw conflict(cause, yours)
    },
    isMulti: (content: Content) => content.config.bot_mode === BotMode.multi,
  }
}
export type BotView = ReturnType<typeof createBotView>
