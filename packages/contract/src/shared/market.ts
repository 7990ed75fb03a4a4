/** Marketplace enums, by the numbers that clients use. */
export const ProductEntity = {
  bot: 1,
  plugin: 2,
  project: 6,
  workflowTemplate: 13,
  imageflowTemplate: 15,
  /** Only in filters: all kinds of templates. */
  templateCommon: 20,
  botTemplate: 21,
} as const
export type ProductEntity = (typeof ProductEntity)[keyof typeof ProductEntity]
export const ProductState = { neverListed: 0, listed: 1, unlisted: 2, banned: 3 } as const
export type ProductState = (typeof ProductState)[keyof typeof ProductState]
export const DraftStatus = { default: 0, pending: 1, approved: 2, rejected: 3, abandoned: 4 } as const
export type DraftStatus = (typeof DraftStatus)[keyof typeof DraftStatus]
/** States of a collection: created, shown, removed. */
export const TopicStatus = { init: 0, listed: 1, unlisted: 2 } as const
export type TopicStatus = (typeof TopicStatus)[keyof typeof TopicStatus]
export const ProductSort = { heat: 1, newest: 2, favoriteTime: 3, relative: 4 } as const

export interface Listing {
  status: ProductState
  draft: DraftStatus
}
export const listingActions = ['submit', 'withdraw', 'approve', 'reject', 'unlist', 'relist', 'ban', 'unban'] as const
export type ListingAction = (typeof listingActions)[number]
/** The seller or the instance owner. */
export type ListingRole = 'seller' | 'admin'

interface Rule {
  by: readonly ListingRole[]
  from(state: Listing): boolean
  to(state: Listing): Listing
}
const { neverListed, listed, unlisted, banned } = ProductState
const { pending, approved, rejected, abandoned } = DraftStatus
const rules: Record<ListingAction, Rule> = {
  /** Submits a new version for review; the listed version stays until the new one is approved. */
  submit: {
    by: ['seller'],
    from: ({ status, draft }) => status !== banned && draft !== pending,
    to: ({ status }) => ({ status, draft: pending }),
  },
  withdraw: {
    by: ['seller'],
    from: ({ draft }) => draft === pending,
    to: ({ status }) => ({ status, draft: abandoned }),
  },
  approve: {
    by: ['admin'],
    from: ({ status, draft }) => status !== banned && draft === pending,
    to: () => ({ status: listed, draft: approved }),
  },
  reject: {
    by: ['admin'],
    from: ({ draft }) => draft === pending,
    to: ({ status }) => ({ status, draft: rejected }),
  },
  unlist: {
    by: ['seller', 'admin'],
    from: ({ status }) => status === listed,
    to: ({ draft }) => ({ status: unlisted, draft }),
  },
  /** A product that was approved once needs no second review when it is listed again. */
  relist: {
    by: ['seller', 'admin'],
    from: ({ status }) => status === unlisted,
    to: ({ draft }) => ({ status: listed, draft }),
  },
  ban: {
    by: ['admin'],
    from: ({ status }) => status !== banned,
    to: ({ draft }) => ({ status: banned, draft: draft === pending ? rejected : draft }),
  },
  /** Never lists the product again directly: that is up to its seller. */
  unban: {
    by: ['admin'],
    from: ({ status }) => status === banned,
    to: ({ draft }) => ({ status: draft === approved ? unlisted : neverListed, draft }),
  },
}
/** Returns the state after an action, or undefined if the role may not perform it: the single source of these rules. */
export function nextListing(state: Listing, action: ListingAction, role: ListingRole): Listing | undefined {
  const rule = rules[action]
  return rule.by.includes(role) && rule.from(state) ? rule.to(state) : undefined
}
