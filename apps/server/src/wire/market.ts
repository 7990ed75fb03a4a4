import { createListingService } from '#domains/market/market/listing.service.ts'
import { createBotOffers } from '#domains/market/market/bot-offers.ts'
import { createMarketRepo } from '#domains/market/market/market.repo.ts'
import { marketRoutes } from '#domains/market/market/market.routes.ts'
import { createMarketSettings } from '#domains/market/market/market-settings.ts'
import { createMarketService } from '#domains/market/market/market.service.ts'
import { createMarketView } from '#domains/market/market/market.view.ts'
import { mediaRoutes } from '#domains/market/market/media.routes.ts'
import { createProductUses } from '#domains/market/market/product-use.ts'
import { createReportService } from '#domains/market/market/report.service.ts'
import { ratingRoutes, reviewRoutes } from '#domains/market/market/review.routes.ts'
import { adminRoutes, reportRoutes, sellerRoutes } from '#domains/market/market/seller.routes.ts'
import { createShelf } from '#domains/market/market/shelf.service.ts'
import { createShelfItems } from '#domains/market/market/shelf-items.ts'
import { createShowcaseRepo } from '#domains/market/market/showcase.repo.ts'
import { showcaseAdminRoutes, showcaseRoutes } from '#domains/market/market/showcase.routes.ts'
import { createShowcase } from '#domains/market/market/showcase.service.ts'
import { createTemplateCovers } from '#domains/market/market/template-covers.ts'
import { createTranslate } from '#domains/market/market/translate.ts'
import { createShownTools } from '#domains/market/market/shown-tools.ts'
import { profileRoutes } from '#domains/ground/passport/profile.routes.ts'
import type { Infra } from '#kit/infra.ts'
import { wireArena } from './market/arena.ts'
import type { Chat } from './chat.ts'
import type { Ground } from './ground.ts'
import type { Library } from './library.ts'
import type { HandlersOf } from './ports.ts'
import type { Resources } from './resources.ts'
import type { Studio } from './studio.ts'

interface Lower {
  ground: Ground
  chat: Chat
  library: Library
  resources: Resources
  studio: Studio
}

/** Wires the marketplace and its initial products. */
export function wireMarket(infra: Infra, { ground, chat, library, resources: kinds, studio }: Lower) {
  const { blobs, clock, log, newId } = infra
  const { db, pool } = infra.database
  const { access, audit, links, passport, resources, uploads } = ground
  const { bundles, creationOptions } = library
  const { publishing } = studio
  const { content } = ground
  const uses = createProductUses({ pool, clock, log })
  infra.onClose(uses.flush)
  const repo = createMarketRepo(db)
  const shelf = createShelf({ repo, newId, clock, offer: createShelfItems(blobs) })
  const market = createMarketService({ repo, bundles, clock, stock: shelf.stock, creationOptions, content })
  const listing = createListingService({
    repo,
    bundles,
    resources,
    notices: ground.notices,
    reviewers: passport.instanceOwners,
    audit,
    newId,
    clock,
    mayCopy: (userId, id) => access.canUser(userId, 'resource', id, 'copy'),
    content,
    requirePicture: uploads.requirePicture,
  })
  ground.waiting.register(listing.waitingFor)
  const settings = createMarketSettings(ground.instance)
  const reports = createReportService({ db, newId, clock })
  const view = createMarketView({
    links,
    people: passport,
    categories: async () => (await market.categories([])).rows,
    marks: market.marks,
    toolsOf: createShownTools(kinds.toolsets),
    contentsOf: market.contentsOf,
    settings,
  })
  const showcase = createShowcase({
    repo: createShowcaseRepo(db),
    products: repo,
    audit,
    secrets: infra.secrets,
    newId,
    clock,
    requirePicture: uploads.requirePicture,
  })
  const arena = wireArena(infra, { ground, chat, studio })
  const shown = { showcase, market, view }
  const seller = { market, listing, reports, resources, people: passport, view, settings }
  const handlers: HandlersOf<
    | 'arena'
    | 'arenaAdmin'
    | 'arenaBank'
    | 'arenaBoard'
    | 'market'
    | 'marketAdmin'
    | 'marketMedia'
    | 'marketRating'
    | 'marketReview'
    | 'marketSeller'
    | 'marketShowcase'
    | 'marketShowcaseAdmin'
    | 'profile'
    | 'report'
  > = {
    ...arena.handlers,
    market: marketRoutes({
      market,
      view,
      folders: library.folders,
      uses,
      settings,
      publicUrl: infra.config.publicUrl,
      ofTopic: showcase.ofTopic,
      limits: async (userId) => ({
        level: userId ? await ground.userLevels.of(userId) : 0,
        perMinute: infra.config.apiCallsPerMinute * (userId ? await ground.userLevels.factorOf(userId) : 1),
      }),
    }),
    marketSeller: sellerRoutes(seller),
    marketShowcase: showcaseRoutes({
      ...shown,
      translate: createTranslate({ write: chat.textWriter.write, homeOf: ground.spaces.personalOf }),
    }),
    marketShowcaseAdmin: showcaseAdminRoutes(shown),
    marketAdmin: adminRoutes(seller),
    marketRating: ratingRoutes({ market, view, people: passport, settings }),
    marketReview: reviewRoutes({ market, view }),
    report: reportRoutes(seller),
    marketMedia: mediaRoutes({
      market,
      resources,
      uploads,
      links,
      platforms: (locale) =>
        publishing.connectors().map(({ id }) => ({ id, name: publishing.channelName(id, locale) })),
      write: chat.textWriter.write,
    }),
    profile: profileRoutes({
      passport,
      links,
      // The profile of a seller is public.
      mayKnow: async (userId, otherId) =>
        (await ground.spaces.knownTo(userId, [otherId])).length > 0 || market.isSeller(otherId),
      ping: async () => void (await pool.query('SELECT 1')),
    }),
  }
  return {
    handlers,
    services: { market, listing, uses, covers: createTemplateCovers(blobs), ...arena.services },
    provides: { noteUse: uses.note, listings: repo.listings, offers: createBotOffers({ listing, repo, settings }) },
    /** Stocks the shelves in the background; a request that arrives before that helps to stock them. */
    async start() {
      await arena.start()
      shelf.stock().catch((cause: unknown) => log.warn({ err: cause }, 'the shelves could not be filled'))
    },
  }
}
export type Market = ReturnType<typeof wireMarket>['services']
