import { ConnectorPublicType, ConnectorType } from '@orrery/contract'
import { channelKinds } from '@orrery/contract/shared/channel-kinds'
import type { Locale } from '#kit/errors.ts'
import type { ConnectorRepo, Found } from './connector.repo.ts'

/** What can be published to a channel. */
const AgentKind = { bot: 0, project: 1 } as const

export interface Listed {
  id: string
  name: string
  description: string
  iconUri: string
  type: ConnectorType
  takes: number[]
  isClosed: boolean
  isAdded: boolean
  /** Spaces in which the channel is installed. */
  spaceIds: ReadonlySet<string>
  isAtHand: boolean
}
export interface ListFilter {
  type: ConnectorType | undefined
  search: string
  token: string
  size: number
}
/** Lists the built-in channels together with those that people have built. */
export function createConnectorLists(repo: Pick<ConnectorRepo, 'seenFrom' | 'installs' | 'atHand'>) {
  function official(locale: Locale): Listed[] {
    return channelKinds.map((kind) => {
      const text = kind[locale === 'zh-CN' ? 'zh' : 'en']
      return {
        id: kind.id,
        name: text.name,
        description: text.desc,
        iconUri: '',
        type: ConnectorType.official,
        takes: kind.isForVisitors ? [AgentKind.bot] : [AgentKind.bot, AgentKind.project],
        isClosed: false,
        isAdded: true,
        spaceIds: new Set<string>(),
        isAtHand: true,
      }
    })
  }
  async function custom(userId: string, spaceId: string | undefined, isAdded: (item: Listed) => boolean) {
    const found = await repo.seenFrom(userId, spaceId)
    const installs = await repo.installs(found.map(({ row }) => row.id))
    const atHand = await repo.atHand(userId)
    return found.map(({ row, isClosed }: Found): Listed => {
      const item: Listed = {
        id: row.id,
        name: row.title,
        description: row.description,
        iconUri: row.iconUri,
        type: ConnectorType.team,
        takes: [AgentKind.bot],
        isClosed,
        isAdded: false,
        spaceIds: new Set(installs.filter((one) => one.connectorId === row.id).map((one) => one.spaceId)),
        isAtHand: atHand.has(row.id),
      }
      item.isAdded = isAdded(item)
      const isForeign = row.publicType === ConnectorPublicType.public && row.ownerId !== userId
      if (isForeign) item.type = item.isAdded ? ConnectorType.installedPublic : ConnectorType.public
      return item
    })
  }
  function page(items: Listed[], { type, search, token, size }: ListFilter) {
    const word = search.trim().toLowerCase()
    const matching = items.filter(
      (item) => (type === undefined || item.type === type) && item.name.toLowerCase().includes(word),
    )
    const from = /^\d{1,6}$/.test(token) ? Number(token) : 0
    const hasMore = matching.length > from + size
    return { items: matching.slice(from, from + size), hasMore, next: hasMore ? String(from + size) : '' }
  }
  return {
    /** Channels as a space sees them. `isAdded` means installed in the space. */
    async ofSpace(spaceId: string, userId: string, locale: Locale, filter: ListFilter) {
      const own = await custom(userId, spaceId, (item) => item.spaceIds.has(spaceId))
      return page([...own, ...official(locale)], filter)
    },
    /** Channels as an account sees them. `isAdded` means added to the account. */
    async ofAccount(userId: string, spaceId: string | undefined, locale: Locale, filter: ListFilter) {
      const own = await custom(userId, spaceId, (item) => item.isAtHand)
      return page([...own, ...official(locale)], filter)
    },
  }
}
export type ConnectorLists = ReturnType<typeof createConnectorLists>
