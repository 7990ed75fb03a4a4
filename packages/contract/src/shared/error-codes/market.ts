import { block } from './block.ts'

export const market = /* @__PURE__ */ block(702_130_000, {
  wrongState: 1,
  wrongType: 2,
  damaged: 4,
  nothingToTake: 5,
  notUsed: 6,
  noProduct: 7,
  unknownCategory: 8,
  notPublished: 9,
  nothingWaits: 11,
  noRatings: 12,
  closed: 31,
})
