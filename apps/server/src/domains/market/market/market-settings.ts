import type { InstanceService } from '#domains/ground/instance/instance.service.ts'

export interface MarketSettings {
  /** Whether users may list products. */
  isOpen: boolean
  /** Whether users may rate products. */
  hasRatings: boolean
  /** Whether people without an account may browse. */
  admitsVisitors: boolean
}

/** The marketplace settings of the owner of the instance. */
export const createMarketSettings = (instance: Pick<InstanceService, 'flags'>) => async (): Promise<MarketSettings> => {
  const flags = await instance.flags()
  return {
    isOpen: flags['market.listing'],
    hasRatings: flags['market.ratings'],
    admitsVisitors: flags['market.visitors'],
  }
}
