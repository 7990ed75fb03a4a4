/** The marketplace state of a resource: that of its product, and of the version that waits for a review. */
export interface ListingState {
  status: number
  draft: number
}
/** States by resource id; absent for resources that were never offered. */
export type ListingsOf = (resourceIds: string[]) => Promise<ReadonlyMap<string, ListingState>>
