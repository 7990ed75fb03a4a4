import { ProductEntity, ProductState } from '@orrery/contract'
import { builtinPlugins, pluginIdOf } from '#builtin-plugins/registry.ts'
import { createListingService } from '#domains/market/market/listing.service.ts'
import { createMarketRepo } from '#domains/market/market/market.repo.ts'
import { marketRoutes } from '#domains/market/market/market.routes.ts'
import { createMarketSettings } from '#domains/market/market/market-settings.ts'
import { createMarketService } from '#domains/market/market/market.service.ts'
import { createMarketView } from '#domains/market/market/market.view.ts'
import { mediaRoutes } from '#domains/market/market/media.routes.ts'
import { createReportService } from '#domains/market/market/report.service.ts'
import { adminRoutes, reportRoutes, sellerRoutes } from '#domains/market/market/seller.routes.ts'
import { ratingRoutes, reviewRoutes } from '#domains/market/market/review.routes.ts'
import { shownTool } from '#domains/market/market/shown-tools.ts'
import { createShelf, type ShelfItem } from '#domains/market/market/shelf.service.ts'
import { profileRoutes } from '#domains/ground/passport/profile.routes.ts'
import type { Infra } from '#kit/infra.ts'
import { drawCover } from '#templates/draw-cover.ts'
import { templates } from '#templates/registry.ts'
import { entityOf, iconOf, partIdOf, rootIdOf, type Template } from '#templates/template-types.ts'
import type { Ground, HandlersOf } from './ground.ts'
import type { ProjectNeighbours, Projects } from './studio/project.ts'

/** The marketplace, and what stands in it from the first day. */
export function wireMarket(infra: Infra, ground: Ground, near: ProjectNeighbours, projects: Projects) {
  const { blobs, clock, newId } = infra
  const { db } = infra.database
  const { access, audit, links, passport, resources } = ground
  const repo = createMarketRepo(db)

  async function coverOf(template: Template): Promise<string> {
    const key = `builtin/template/${template.number}.png`
    if (!(await blobs.get(key))) await blobs.put(key, await drawCover(template), 'image/png')
    return key
  }
  const templateItem = async (template: Template): Promise<ShelfItem> => {
    for (const [key, text] of Object.entries(template.files ?? {}))
      await blobs.put(key, Buffer.from(text), 'text/markdown')
    const text = (locale: 'en' | 'zh') => ({
      name: template.name[locale],
      description: template.description[locale],
      readme: readmeOf(template, locale),
    })
    const id = rootIdOf(template)
    return {
      id,
      entityType: entityOf[template.kind],
      entityId: id,
      categoryId: template.category,
      texts: { en: text('en'), zh: text('zh') },
      iconUri: iconOf(template.glyph),
      coverUri: await coverOf(template),
      isTemplate: true,
      content: {
        roots: [id],
        items: { en: template.build('en', partIdOf(template)), zh: template.build('zh', partIdOf(template)) },
      },
    }
  }
  const pluginItems = (): ShelfItem[] =>
    builtinPlugins.map((plugin) => ({
      id: String(72_000_000 + plugin.number),
      entityType: ProductEntity.plugin,
      entityId: pluginIdOf(plugin),
      categoryId: categoryOf(plugin.icon),
      texts: {
        en: { name: plugin.name.en, description: plugin.description.en, readme: '' },
        zh: { name: plugin.name.zh, description: plugin.description.zh, readme: '' },
      },
      iconUri: `builtin/official/${plugin.icon}.png`,
      coverUri: '',
      isTemplate: false,
    }))
  const shelf = createShelf({
    repo,
    newId,
    clock,
    offer: async () => [...pluginItems(), ...(await Promise.all(templates.map(templateItem)))],
  })

  const market = createMarketService({
    repo,
    bundles: projects.bundles,
    clock,
    stock: shelf.stock,
    creationOptions: projects.creationOptions,
    checkContent: projects.contentCheck,
  })
  const listing = createListingService({
    repo,
    bundles: projects.bundles,
    resources,
    audit,
    newId,
    clock,
    mayCopy: (userId, id) => access.can({ userId, isInstanceOwner: false }, 'resource', id, 'copy'),
    checkContent: projects.contentCheck,
    requirePicture: near.uploads.uploads.requirePicture,
  })
  const reports = createReportService({ db, newId, clock })
  const view = createMarketView({
    links,
    people: passport,
    categories: async () => (await market.categories([])).rows,
    marks: market.marks,
    async toolsOf(pluginId, locale) {
      const set = await near.plugins.toolsets.forSpace(pluginId, '', { spaceId: '', isDraft: false, locale } as never)
      return set?.tools.map((tool) => shownTool(tool.id, tool))
    },
    contentsOf: market.contentsOf,
  })
  const settings = createMarketSettings(ground.instance)
  const seller = { market, listing, reports, resources, people: passport, view, settings }
  const handlers: HandlersOf<
    'market' | 'marketAdmin' | 'marketMedia' | 'marketRating' | 'marketReview' | 'marketSeller' | 'profile' | 'report'
  > = {
    market: marketRoutes({ market, view, folders: projects.folders, uses: ground.uses, settings }),
    marketSeller: sellerRoutes(seller),
    marketAdmin: adminRoutes(seller),
    marketRating: ratingRoutes({ market, view, people: passport }),
    marketReview: reviewRoutes({ market, view }),
    report: reportRoutes(seller),
    marketMedia: mediaRoutes({
      market,
      resources,
      uploads: near.uploads.uploads,
      links,
      platforms: (locale) =>
        near.bots.publishing
          .connectors()
          .map((connector) => ({ id: connector.id, name: locale === 'zh-CN' ? connector.zh.name : connector.en.name })),
      write: (input) => near.bots.botPorts.writeText!(input),
    }),
    profile: profileRoutes({
      passport,
      links,
      // Whoever offers something to everybody has a name for everybody.
      mayKnow: async (userId, otherId) =>
        (await ground.spaces.knownTo(userId, [otherId])).length > 0 ||
        (await market.totals({ types: [], sellerId: otherId, status: ProductState.listed })).size > 0,
      ping: async () => void (await infra.database.pool.query('SELECT 1')),
    }),
  }
  return {
    handlers,
    services: { market, listing },
    /** Nobody waits for it: whoever looks before it is done helps to do it. */
    async start() {
      shelf.stock().catch((cause: unknown) => infra.log.warn({ err: cause }, 'the shelves could not be filled'))
    },
  }
}

const readmeOf = ({ sample, description }: Template, locale: 'en' | 'zh') => {
  const tried =
    'say' in sample
      ? sample.say[locale]
      : `\`${sample.run}\` ${Object.entries(sample.input)
          .map(([name, value]) => `${name}: ${value}`)
          .join(', ')}`
  return locale === 'zh' ? `${description.zh}。\n\n试一试：${tried}` : `${description.en}.\n\nTry it: ${tried}`
}
const categories: Record<string, string> = {
  code: '80000006',
  chart: '80000005',
  cube: '80000005',
  globe: '80000009',
  pen: '80000002',
  book: '80000002',
  spark: '80000008',
}
const categoryOf = (icon: string) => categories[icon] ?? '80000001'
