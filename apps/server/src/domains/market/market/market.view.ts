import { PluginAuthMode, ProductEntity, type ProductInfo, type ProductMeta } from '@orrery/contract'
import type { Locale } from '#kit/errors.ts'
import type { FileLinks } from '#kit/file-links.ts'
import { secondsText } from '#kit/http/wire-values.ts'
import type { PassportService } from '#domains/ground/passport/passport.service.ts'
import type { UserRow } from '#domains/ground/passport/passport.table.ts'
import { labelOf } from '#domains/ground/passport/shared/user-label.ts'
import type { MarketService } from './market.service.ts'
import type { MarketSettings } from './market-settings.ts'
import type { MarkRow, ProductRow } from './market.table.ts'
import type { ShownTool } from './shown-tools.ts'
import { authModeIn, toolsIn } from './shown-tools.ts'

type Category = Awaited<ReturnType<MarketService['categories']>>['rows'][number]

interface Shown {
  row: ProductRow
  mark: MarkRow | undefined
  tools: ShownTool[]
  authMode: PluginAuthMode
}

/** Products in wire format, in the reader's language. */
export function createMarketView(deps: {
  links: FileLinks
  people: Pick<PassportService, 'getMany'>
  categories(): Promise<Category[]>
  marks: MarketService['marks']
  /** The tools of an official plugin. */
  toolsOf(pluginId: string, locale: Locale): Promise<ShownTool[] | undefined>
  contentsOf: MarketService['contentsOf']
  settings(): Promise<Pick<MarketSettings, 'hasRatings'>>
}) {
  const { links, people } = deps

  async function show(rows: ProductRow[], userId: string, locale: Locale): Promise<ProductInfo[]> {
    const sellers = rows.flatMap((row) => row.sellerId ?? [])
    const users = new Map((await people.getMany([...new Set(sellers)])).map((user) => [user.id, user]))
    const marks = await deps.marks(
      userId,
      rows.map((row) => row.id),
    )
    const categories = new Map((await deps.categories()).map((category) => [category.id, category]))
    const plugins = rows.filter((row) => row.entityType === ProductEntity.plugin && !row.isOfficial)
    const contents = await deps.contentsOf(plugins.flatMap((row) => row.versionId ?? []))
    const { hasRatings } = await deps.settings()
    return Promise.all(
      rows.map(async (stored) => {
        const row = hasRatings ? stored : { ...stored, ratingSum: 0, ratingCount: 0 }
        const tools = row.isOfficial
          ? row.entityType === ProductEntity.plugin && (await deps.toolsOf(row.entityId, locale))
          : toolsIn(contents.get(row.versionId ?? '')?.en ?? [])
        const mark = marks.get(row.id)
        // Plugins of others are duplicated before they can be used; official ones are available everywhere.
        const isHere = row.isOfficial || row.sellerId === userId || mark?.usedAt != null
        const authMode = isHere ? authModeIn(contents.get(row.versionId ?? '')?.en ?? []) : PluginAuthMode.needInstalled
        return one({ row, mark, tools: tools || [], authMode }, users, categories, locale, userId !== '')
      }),
    )
  }
  function one(
    { row, mark, tools, authMode }: Shown,
    users: Map<string, Pick<UserRow, 'name' | 'uniqueName' | 'avatarKey' | 'label'>>,
    categories: Map<string, Category>,
    locale: Locale,
    isSignedIn: boolean,
  ): ProductInfo {
    const text = locale === 'zh-CN' ? row.texts.zh : row.texts.en
    const seller = row.sellerId ? users.get(row.sellerId) : undefined
    const category = row.categoryId ? categories.get(row.categoryId) : undefined
    const meta: ProductMeta = {
      id: row.id,
      name: text.name,
      entity_id: row.entityId,
      entity_type: row.entityType,
      icon_url: links.make(row.iconUri),
      heat: row.heat,
      favorite_count: row.favoriteCount,
      description: text.description,
      listed_at: secondsText(row.listedAt),
      status: row.status,
      ...(category && {
        category: {
          id: category.id,
          name: locale === 'zh-CN' ? category.nameZh : category.nameEn,
          icon_url: '',
          index: category.place,
          count: 0,
        },
      }),
      is_favorited: mark?.favoriteAt != null,
      is_free: true,
      readme: text.readme,
      ...(text.sample && { sample: text.sample }),
      entity_version: row.versionId ?? '',
      ...(seller && {
        user_info: {
          user_id: row.sellerId!,
          // The unique name, by which people are invited into spaces, is not public.
          user_name: isSignedIn ? seller.uniqueName : '',
          name: seller.name,
          avatar_url: links.make(seller.avatarKey),
          ...labelOf(seller),
        },
      }),
      covers: [...(row.coverUri ? [row.coverUri] : []), ...row.pictures].map((uri) => ({ uri, url: links.make(uri) })),
      is_template: row.isTemplate,
      is_official: row.isOfficial,
      rating: row.ratingCount ? Math.round((row.ratingSum / row.ratingCount) * 10) / 10 : 0,
      rating_count: row.ratingCount,
    }
    const { bot, botTemplate, plugin, project } = ProductEntity
    const counts = { duplicate_count: row.duplicateCount }
    const isBot = row.entityType === bot || row.entityType === botTemplate
    return {
      meta_info: meta,
      user_behavior: { viewed_at: secondsText(mark?.viewedAt), used_at: secondsText(mark?.usedAt) },
      ...(row.entityType === plugin && {
        plugin_extra: {
          tools,
          total_api_count: tools.length,
          is_official: row.isOfficial,
          call_amount: row.usedCount,
          auth_mode: authMode,
        },
      }),
      ...(isBot && { bot_extra: { duplicate_bot_count: row.duplicateCount, user_count: row.usedCount } }),
      ...(row.entityType === project && { project_extra: { ...counts, user_count: row.usedCount } }),
      ...((row.entityType === ProductEntity.workflowTemplate || row.entityType === ProductEntity.imageflowTemplate) && {
        workflow_extra: { ...counts, used_count: row.usedCount },
      }),
    }
  }
  return { show, link: links.make }
}
export type MarketView = ReturnType<typeof createMarketView>
