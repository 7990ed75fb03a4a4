/** What the marketplace says about a resource: the state of its product, and of the version that waits for a review. */
export interface ListingState {
  status: number
  draft: number
}
/** By the id of the resource; absent for what was never offered. */
export type ListingsOf = (resourceIds: string[]) => Promise<ReadonlyMap<string, ListingState>>
