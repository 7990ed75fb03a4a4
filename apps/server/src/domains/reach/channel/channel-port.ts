import type { ResourceService } from '#domains/ground/resource/resource.service.ts'
import type { ChannelAccountPort } from '#domains/studio/bot/publish.service.ts'
import { channelErrors } from './channel.errors.ts'
import type { ChannelService, Doer } from './channel.service.ts'
import { type AccountRow, AccountStatus } from './channel.table.ts'
import { adapterIds } from './registry.ts'

/** The states of the publish page. */
const ConfigStatus = { configured: 1, notConfigured: 2, disconnected: 3, reconfigure: 5 } as const
const shown = {
  [AccountStatus.untested]: ConfigStatus.notConfigured,
  [AccountStatus.ready]: ConfigStatus.configured,
  [AccountStatus.serving]: ConfigStatus.configured,
  [AccountStatus.refused]: ConfigStatus.disconnected,
  [AccountStatus.incomplete]: ConfigStatus.reconfigure,
} as const
const statusOf = (row: AccountRow | undefined): number => (row ? shown[row.status] : ConfigStatus.notConfigured)

/** Channel accounts as publishing uses them. */
export function createChannelPort(channels: ChannelService, resources: Pick<ResourceService, 'spaceOf'>) {
  const doer = async (resourceId: string, userId: string): Promise<Doer> => ({
    userId,
    spaceId: (await resources.spaceOf(resourceId)) ?? '0',
  })
  return {
    async states(resourceId: string): Promise<ReadonlyMap<string, number>> {
      const rows = new Map((await channels.of([resourceId])).map((row) => [row.connectorId, row]))
      return new Map(adapterIds.map((id) => [id, statusOf(rows.get(id))]))
    },
    accountOf: (connectorId: string): ChannelAccountPort => ({
      status: async (resourceId) => statusOf(await channels.find(resourceId, connectorId)),
      async read(resourceId) {
        const row = await channels.find(resourceId, connectorId)
        return row ? channels.shownConfig(row) : {}
      },
      save: async (resourceId, userId, config) =>
        channels.save(resourceId, connectorId, { config }, await doer(resourceId, userId)),
      async bind(resourceId, userId, config) {
        await channels.save(resourceId, connectorId, { config }, await doer(resourceId, userId))
        const { account, missing } = await channels.test(resourceId, connectorId, userId)
        if (missing.length) throw channelErrors.failedCheck({ reason: account.reason, reasonZh: account.reasonZh })
      },
      remove: async (resourceId, userId) => channels.remove(resourceId, connectorId, await doer(resourceId, userId)),
    }),
  }
}
