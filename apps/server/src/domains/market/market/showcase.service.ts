import { isId, ProductState, type TopicStatus } from '@orrery/contract'
import type { Clock } from '#kit/clock.ts'
import { badInput, errors } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import type { Secrets } from '#kit/secrets.ts'
import type { AuditService } from '#domains/ground/audit/audit.service.ts'
import type { MarketRepo } from './market.repo.ts'
import { typesOf } from './market.service.ts'
import type { ProductRow } from './market.table.ts'
import type { Period, ShowcaseRepo } from './showcase.repo.ts'
import type { FeaturedRow, TopicRow } from './showcase.table.ts'

interface ShowcaseDeps {
  repo: ShowcaseRepo
  products: Pick<MarketRepo, 'get' | 'byIds' | 'pin'>
  audit: AuditService
  secrets: Pick<Secrets, 'sign' | 'verify'>
  newId: NewId
  clock: Clock
  requirePicture(key: string, userId: string): Promise<void>
}
type FeaturedInput = Omit<FeaturedRow, 'id' | 'createdAt'>
type TopicInput = Omit<TopicRow, 'id' | 'createdAt'>

/** What the owner of the instance highlights in the marketplace. */
export function createShowcase({ repo, products, audit, secrets, newId, clock, requirePicture }: ShowcaseDeps) {
  type Act = 'feature' | 'unfeature' | 'topic' | 'topic_removed' | 'recommend' | 'unrecommend'
  const record = (actorId: string, action: Act, target: string) =>
    audit.record({ actorId, action: `market.${action}`, target })
  const keyOf = (what: string, id: string) => `${id}.${secrets.sign(`preview ${what} ${id}`)}`
  /** The id from a preview key that this server signed. */
  function opened(what: string, key: string | undefined): string | undefined {
    const [id = '', sign = ''] = (key ?? '').split('.')
    return isId(id) && secrets.verify(`preview ${what} ${id}`, sign) ? id : undefined
  }
  function checkPeriod({ beginAt, endAt }: { beginAt: number; endAt: number }) {
    if (endAt <= beginAt)
      throw badInput('end_time_second', 'must be after begin_time_second', '须晚于 begin_time_second')
  }
  /** Only listed products can be highlighted. */
  async function requireShown(ids: readonly string[], field: string): Promise<ProductRow[]> {
    const rows = await products.byIds([...ids])
    const shown = rows.filter((row) => row.status === ProductState.listed)
    const missing = ids.find((id) => !shown.some((row) => row.id === id))
    if (missing !== undefined) throw badInput(field, `product ${missing} is not in the store`, `商品 ${missing} 未上架`)
    return shown
  }
  const checkBanner = async (uri: string, before: string | undefined, userId: string) =>
    uri && uri !== before ? requirePicture(uri, userId) : undefined

  return {
    featured: (types: readonly number[], previewKey?: string) =>
      repo.featuredAt(clock.now(), types, opened('featured', previewKey)),
    allFeatured: (period: Period, types: readonly number[]) => repo.allFeatured(period, types),
    lastFeatured: (productId: string) => repo.lastFeatured(productId),
    isOn: ({ beginAt, endAt }: Pick<FeaturedRow, 'beginAt' | 'endAt'>) => beginAt <= clock.now() && clock.now() < endAt,
    async saveFeatured(id: string | undefined, input: FeaturedInput, userId: string): Promise<string> {
      checkPeriod(input)
      const before = id === undefined ? undefined : await repo.featured(id)
      if (id !== undefined && !before) throw errors.notFound({ what: 'featured product' })
      await requireShown([input.productId], 'product_id')
      await checkBanner(input.bannerUri, before?.bannerUri, userId)
      const row = { ...input, id: before?.id ?? newId(), createdAt: before?.createdAt ?? clock.now() }
      await repo.saveFeatured(row)
      await record(userId, 'feature', input.productId)
      return row.id
    },
    async removeFeatured(id: string, userId: string) {
      if (!(await repo.removeFeatured(id))) throw errors.notFound({ what: 'featured product' })
      await record(userId, 'unfeature', id)
    },
    async featuredKey(id: string): Promise<string> {
      if (!(await repo.featured(id))) throw errors.notFound({ what: 'featured product' })
      return keyOf('featured', id)
    },

    topics: (entityType: number | undefined, previewKey?: string) =>
      repo.topicsAt(clock.now(), entityType, opened('topic', previewKey)),
    allTopics: (period: Period, entityType: number | undefined) => repo.allTopics(period, entityType),
    /** The products of a currently visible collection, in order. */
    async ofTopic(id: string): Promise<string[]> {
      const shown = await repo.topicsAt(clock.now(), undefined, undefined)
      const topic = shown.find((row) => row.id === id)
      if (!topic) throw errors.notFound({ what: 'collection' })
      return topic.productIds
    },
    async saveTopic(id: string | undefined, input: TopicInput, userId: string): Promise<string> {
      checkPeriod(input)
      const before = id === undefined ? undefined : await repo.topic(id)
      if (id !== undefined && !before) throw errors.notFound({ what: 'collection' })
      const { types } = typesOf(input.entityType, undefined)
      const rows = await requireShown(input.productIds, 'product_ids')
      if (rows.some((row) => !types.includes(row.entityType)))
        throw badInput('entity_type', 'all products of a collection are of this kind', '专题内的商品须属于该类型')
      await checkBanner(input.bannerUri, before?.bannerUri, userId)
      const row = { ...input, id: before?.id ?? newId(), createdAt: before?.createdAt ?? clock.now() }
      await repo.saveTopic(row)
      await record(userId, 'topic', row.id)
      return row.id
    },
    async setTopicStatus(id: string, status: TopicStatus, userId: string) {
      if (!(await repo.setTopicStatus(id, status))) throw errors.notFound({ what: 'collection' })
      await record(userId, 'topic', id)
    },
    async removeTopic(id: string, userId: string) {
      if (!(await repo.removeTopic(id))) throw errors.notFound({ what: 'collection' })
      await record(userId, 'topic_removed', id)
    },
    async topicKey(id: string): Promise<string> {
      if (!(await repo.topic(id))) throw errors.notFound({ what: 'collection' })
      return keyOf('topic', id)
    },
    /** Pins products before the popular ones; without a period, removes the pin. */
    async pin(
      ids: readonly string[],
      place: { index: number; from: number; until: number } | undefined,
      userId: string,
    ) {
      await requireShown(ids, 'product_ids')
      if (place && place.until <= place.from)
        throw badInput(
          'index_expire_time_second',
          'must be after index_begin_time_second',
          '须晚于 index_begin_time_second',
        )
      await products.pin([...ids], place)
      for (const id of ids) await record(userId, place ? 'recommend' : 'unrecommend', id)
    },
  }
}
export type Showcase = ReturnType<typeof createShowcase>
