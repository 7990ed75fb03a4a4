import { describe, expect, test } from 'vitest'
import {
  DraftStatus,
  type ListingAction,
  listingActions,
  type ListingRole,
  nextListing,
  ProductState,
} from './market.ts'

const s = { ...ProductState }
const d = { ...DraftStatus }
const statuses = Object.values(ProductState)
const drafts = Object.values(DraftStatus)
const all = <T>(...list: T[]) => list
/** Written by hand: who may act, from which states of product and draft, and the resulting states. */
const table: Record<
  ListingAction,
  { by: ListingRole[]; from: [readonly number[], readonly number[]]; to: (at: [number, number]) => [number, number] }
> = {
  submit: {
    by: ['seller'],
    from: [all(s.neverListed, s.listed, s.unlisted), all(d.default, d.approved, d.rejected, d.abandoned)],
    to: ([status]) => [status, d.pending],
  },
  withdraw: { by: ['seller'], from: [statuses, [d.pending]], to: ([status]) => [status, d.abandoned] },
  approve: {
    by: ['admin'],
    from: [all(s.neverListed, s.listed, s.unlisted), [d.pending]],
    to: () => [s.listed, d.approved],
  },
  reject: { by: ['admin'], from: [statuses, [d.pending]], to: ([status]) => [status, d.rejected] },
  unlist: { by: ['seller', 'admin'], from: [[s.listed], drafts], to: ([, draft]) => [s.unlisted, draft] },
  relist: { by: ['seller', 'admin'], from: [[s.unlisted], drafts], to: ([, draft]) => [s.listed, draft] },
  ban: {
    by: ['admin'],
    from: [all(s.neverListed, s.listed, s.unlisted), drafts],
    to: ([, draft]) => [s.banned, draft === d.pending ? d.rejected : draft],
  },
  unban: {
    by: ['admin'],
    from: [[s.banned], drafts],
    to: ([, draft]) => [draft === d.approved ? s.unlisted : s.neverListed, draft],
  },
}
const cases = listingActions.flatMap((action) =>
  (['seller', 'admin'] as const).flatMap((role) =>
    statuses.flatMap((status) => drafts.map((draft) => [action, role, status, draft] as const)),
  ),
)

describe('listing of products', () => {
  test.each(cases)('%s by %s from status %i and draft %i', (action, role, status, draft) => {
    const { by, from, to } = table[action]
    const isAllowed = by.includes(role) && from[0].includes(status) && from[1].includes(draft)
    const next = nextListing({ status, draft }, action, role)
    if (!isAllowed) return expect(next).toBeUndefined()
    const [toStatus, toDraft] = to([status, draft])
    expect(next).toEqual({ status: toStatus, draft: toDraft })
  })
})
