import type { InstanceService } from '#domains/ground/instance/instance.service.ts'

export interface MarketSettings {
  /** Whether people may offer things. */
  isOpen: boolean
  /** Whether plugins of a marketplace elsewhere are shown beside those of this one. */
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
