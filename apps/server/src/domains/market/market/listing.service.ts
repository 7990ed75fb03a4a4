import {
  DraftStatus,
  type ListingAction,
  type ListingRole,
  nextListing,
  ProductEntity,
  ProductState,
  type ResourceKind,
} from '@orrery/contract'
import type { Clock } from '#kit/clock.ts'
import { errors } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import type { ContentGuard } from '#domains/ground/content-rule/content-rule.service.ts'
import type { AuditService } from '#domains/ground/audit/audit.service.ts'
import type { Waiting } from '#domains/ground/notice/shared/waiting.ts'
import { hashOf } from '#domains/library/bundle/shared/content-hash.ts'
import type { BundleService } from '#domains/library/bundle/bundle.service.ts'
import type { Notices } from '#domains/ground/notice/notice.service.ts'
import type { ResourceService } from '#domains/ground/resource/resource.service.ts'
import { marketErrors } from './market.errors.ts'
import type { MarketRepo } from './market.repo.ts'
import type { ProductRow } from './market.table.ts'
import { wordsOfTexts } from './words-of-texts.ts'

export interface ListingDeps {
  repo: MarketRepo
  bundles: BundleService
  resources: ResourceService
  notices: Notices
  /** The users who review offers. */
  reviewers(): Promise<string[]>
  audit: AuditService
  newId: NewId
  clock: Clock
  mayCopy(userId: string, id: string): Promise<boolean>
  content: Pick<ContentGuard, 'require'>
  /** Refuses a picture of another user. */
  requirePicture(key: string, userId: string): Promise<void>
}
const kindOf: Partial<Record<number, ResourceKind>> = {
  [ProductEntity.bot]: 'bot',
  [ProductEntity.botTemplate]: 'bot',
  [ProductEntity.plugin]: 'plugin',
  [ProductEntity.project]: 'project',
  [ProductEntity.workflowTemplate]: 'workflow',
  [ProductEntity.imageflowTemplate]: 'workflow',
}
const templates: number[] = [
  ProductEntity.botTemplate,
  ProductEntity.workflowTemplate,
  ProductEntity.imageflowTemplate,
  ProductEntity.project,
]
/** The page for reviews. */
const REVIEW_PAGE = '/admin/store'

/** Listing and unlisting of products: each step is in the transition table. */
export function createListingService(deps: ListingDeps) {
  const { repo, bundles, resources, clock, newId } = deps

  async function step(row: ProductRow, action: ListingAction, role: ListingRole, change: Partial<ProductRow> = {}) {
    const next = nextListing({ status: row.status, draft: row.draftStatus }, action, role)
    if (!next) throw marketErrors.wrongState()
    const now = clock.now()
    const shown = next.status === ProductState.listed && row.status !== ProductState.listed
    const isMoved = await repo.move(row.id, row, {
      status: next.status,
      draftStatus: next.draft,
      updatedAt: now,
      ...(shown && { listedAt: now }),
      ...change,
    })
    if (!isMoved) throw marketErrors.wrongState()
  }
  type Act = 'approve' | 'submit' | 'reject' | 'withdraw' | 'unlist' | 'relist' | 'ban' | 'unban'
  const note = (actorId: string, row: ProductRow, action: Act, detail: object = {}) =>
    deps.audit.record({
      actorId,
      ...(row.spaceId && { spaceId: row.spaceId }),
      action: `product.${action}`,
      target: row.id,
      detail: { name: row.texts.en.name, ...detail },
    })
  type ListingEvent = 'waits' | 'approved' | 'rejected' | 'removed'
  const notify = (userIds: readonly string[], event: ListingEvent, row: ProductRow, reason = '') =>
    deps.notices.notify(
      userIds,
      'listing',
      { event, name: { en: row.texts.en.name, zh: row.texts.zh.name }, reason },
      // Unique per step: each step is taken once from its previous state, and a later one has a later time.
      { key: `${row.id} ${event} ${row.updatedAt}`, link: event === 'waits' ? REVIEW_PAGE : '/explore/mine' },
    )
  const seller = (row: ProductRow, actorId: string) => (row.sellerId && row.sellerId !== actorId ? [row.sellerId] : [])
  async function approve(row: ProductRow, actorId: string) {
    const version = row.draftId ? await repo.version(row.draftId) : undefined
    if (!version) throw marketErrors.wrongState()
    const { texts, pictures } = version
    const shown = {
      versionId: version.id,
      draftId: null,
      rejectReason: '',
      texts,
      pictures,
      words: wordsOfTexts(texts),
    }
    await step(row, 'approve', 'admin', { ...shown, listedAt: clock.now() })
    await repo.showVersion(version.id, clock.now())
    await notify(seller(row, actorId), 'approved', row)
    await note(actorId, row, 'approve', { version: version.version })
  }

  return {
    approve,
    /** Offers waiting for review, for a reviewer. */
    async waitingFor(userId: string, most: number): Promise<Waiting[]> {
      if (!(await deps.reviewers()).includes(userId)) return []
      return (await repo.pending(most)).map((row) => ({
        kind: 'listing',
        params: { event: 'waits', name: { en: row.texts.en.name, zh: row.texts.zh.name } },
        id: row.id,
        link: REVIEW_PAGE,
        at: row.updatedAt,
      }))
    },
    async submit(input: {
      userId: string
      isAdmin: boolean
      entityType: number
      entityId: string
      categoryId?: string | undefined
      name?: string | undefined
      description?: string | undefined
      readme: string
      note: string
      /** If absent, the pictures of the previous version are used. */
      pictures?: string[] | undefined
    }): Promise<ProductRow> {
      const head = await resources.get(input.entityId)
      if (!head || kindOf[input.entityType] !== head.kind) throw marketErrors.wrongType()
      const isImage = input.entityType === ProductEntity.imageflowTemplate
      if (head.kind === 'workflow' && isImage !== (head.subType === 1)) throw marketErrors.wrongType()
      if (head.publishedAt === null) throw marketErrors.notPublished()
      if (input.categoryId && !(await repo.categories()).some((category) => category.id === input.categoryId))
        throw marketErrors.unknownCategory()
      const text = {
        name: input.name ?? head.name,
        description: input.description ?? head.description,
        readme: input.readme,
      }
      await deps.content.require('product', {
        product_name: text.name,
        description: text.description,
        readme: text.readme,
        note: input.note,
      })
      const { items } = await bundles.collect({
        roots: [head.id],
        userId: input.userId,
        withRows: false,
        follows: async (row) => row.spaceId === head.spaceId && (await deps.mayCopy(input.userId, row.id)),
      })
      const content = { en: items, zh: null }
      const texts = { en: text, zh: text }
      const now = clock.now()
      const known = await repo.ofEntity(input.entityType, head.id)
      if (known && known.sellerId !== input.userId && known.sellerId !== null) throw errors.noAccess()
      const earlier = known ? await repo.versions(known.id, 1000) : []
      const before = earlier.length
      const kept = earlier[0]?.pictures ?? []
      const pictures = [...new Set(input.pictures ?? kept)]
      for (const key of pictures) if (!kept.includes(key)) await deps.requirePicture(key, input.userId)
      const row: ProductRow = known ?? {
        id: newId(),
        entityType: input.entityType,
        entityId: head.id,
        spaceId: head.spaceId,
        sellerId: input.userId,
        categoryId: input.categoryId ?? null,
        texts,
        iconUri: head.iconUri,
        coverUri: '',
        pictures,
        status: ProductState.neverListed,
        draftStatus: DraftStatus.default,
        draftId: null,
        versionId: null,
        rejectReason: '',
        isOfficial: false,
        isTemplate: templates.includes(input.entityType),
        heat: 0,
        usedCount: 0,
        duplicateCount: 0,
        favoriteCount: 0,
        ratingSum: 0,
        ratingCount: 0,
        words: wordsOfTexts(texts),
        listedAt: null,
        pinIndex: null,
        pinFrom: 0,
        pinUntil: 0,
        createdAt: now,
        updatedAt: now,
      }
      if (!nextListing({ status: row.status, draft: row.draftStatus }, 'submit', 'seller'))
        throw marketErrors.wrongState()
      const draftId = newId()
      if (!known) await repo.insert(row)
      await repo.insertVersion({
        id: draftId,
        productId: row.id,
        version: `v${before + 1}`,
        note: input.note,
        texts,
        pictures,
        roots: [head.id],
        items: content,
        hash: hashOf(content),
        createdAt: now,
      })
      await step(row, 'submit', 'seller', {
        draftId,
        rejectReason: '',
        ...(input.categoryId && { categoryId: input.categoryId }),
      })
      await note(input.userId, row, 'submit', { version: `v${before + 1}` })
      // The author is the only reviewer.
      if (input.isAdmin) await approve((await repo.get(row.id))!, input.userId)
      else await notify(await deps.reviewers(), 'waits', (await repo.get(row.id))!)
      return (await repo.get(row.id))!
    },
    async reject(row: ProductRow, actorId: string, reason: string) {
      await step(row, 'reject', 'admin', { rejectReason: reason, draftId: null })
      await notify(seller(row, actorId), 'rejected', row, reason)
      await note(actorId, row, 'reject', { reason })
    },
    /** Withdraws a submission, or takes the product down. */
    async unlist(row: ProductRow, actorId: string, role: ListingRole) {
      const isWaiting = role === 'seller' && row.draftStatus === DraftStatus.pending
      await step(row, isWaiting ? 'withdraw' : 'unlist', role, isWaiting ? { draftId: null } : {})
      await notify(seller(row, actorId), 'removed', row)
      await note(actorId, row, isWaiting ? 'withdraw' : 'unlist')
    },
    async relist(row: ProductRow, actorId: string, role: ListingRole) {
      if (!row.versionId) throw marketErrors.wrongState()
      await step(row, 'relist', role)
      await note(actorId, row, 'relist')
    },
    async ban(row: ProductRow, actorId: string, reason: string) {
      await step(row, 'ban', 'admin', { draftId: null, rejectReason: reason })
      await notify(seller(row, actorId), 'removed', row, reason)
      await note(actorId, row, 'ban', { reason })
    },
    async unban(row: ProductRow, actorId: string) {
      await step(row, 'unban', 'admin', { rejectReason: '' })
      await note(actorId, row, 'unban')
    },
    async saveCategories(
      list: { id?: string | undefined; nameEn: string; nameZh: string; place: number; isDeleted: boolean }[],
    ) {
      for (const { id, isDeleted, ...values } of list) {
        if (isDeleted) {
          if (id) await repo.removeCategory(id)
        } else await repo.saveCategory({ id: id ?? newId(), ...values })
      }
    },
  }
}
export type ListingService = ReturnType<typeof createListingService>
