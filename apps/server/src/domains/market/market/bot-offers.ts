import { DraftStatus, ProductEntity } from '@orrery/contract'
import type { BotOffer, BotOffers } from '#domains/studio/bot/shared/bot-offers.ts'
import type { ListingService } from './listing.service.ts'
import { marketErrors } from './market.errors.ts'
import type { MarketRepo } from './market.repo.ts'
import type { MarketSettings } from './market-settings.ts'

interface Deps {
  listing: Pick<ListingService, 'submit'>
  repo: Pick<MarketRepo, 'ofEntity'>
  settings(): Promise<Pick<MarketSettings, 'isOpen'>>
}
/** Offers bots in the marketplace when they are published. */
export const createBotOffers = ({ listing, repo, settings }: Deps): BotOffers => ({
  async submit({ botId, userId, isAdmin, isOpenSource, categoryId, note }: BotOffer) {
    if (!isAdmin && !(await settings()).isOpen) throw marketErrors.closed()
    const entityType = isOpenSource ? ProductEntity.botTemplate : ProductEntity.bot
    const known = await repo.ofEntity(entityType, botId)
    const row = await listing.submit({
      userId,
      isAdmin,
      entityType,
      entityId: botId,
      categoryId: categoryId ?? known?.categoryId ?? undefined,
      readme: known?.texts.en.readme ?? '',
      note,
    })
    return { isWaiting: row.draftStatus === DraftStatus.pending }
  },
  async last(botId: string) {
    const template = await repo.ofEntity(ProductEntity.botTemplate, botId)
    const row = template ?? (await repo.ofEntity(ProductEntity.bot, botId))
    return row && { isOpenSource: row === template, categoryId: row.categoryId ?? '' }
  },
})
