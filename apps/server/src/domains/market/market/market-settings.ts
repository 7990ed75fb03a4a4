import type { InstanceService } from '#domains/ground/instance/instance.service.ts'

export interface MarketSettings {
  /** Whether users may list products. */
  isOpen: boolean
  /** Whether plugins of an external marketplace are shown too. */
  hasForeignPlugins: boolean
}
/** Feature flags of the instance that the marketplace follows; its administrator sets them. */
const marketFlags = { listing: 'market.listing', foreignPlugins: 'market.saas_plugin' } as const

export const createMarketSettings = (instance: Pick<InstanceService, 'flags'>) => async (): Promise<MarketSettings> => {
  const flags = await instance.flags()
  return {
    isOpen: flags[marketFlags.listing] ?? true,
    hasForeignPlugins: flags[marketFlags.foreignPlugins] ?? false,
  }
}
