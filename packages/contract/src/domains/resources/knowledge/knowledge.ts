import { datasetOps } from './dataset.ts'
import { documentOps } from './document.ts'
import { outsideOps } from './outside.ts'
import { recallOps } from './recall.ts'
import { setupOps } from './setup.ts'
import { photoOps, reviewOps, sliceOps, webOps } from './slice.ts'

/** Texts, tables and images that bots and workflows search. */
export const knowledge = {
  ...datasetOps,
  ...documentOps,
  ...sliceOps,
  ...photoOps,
  ...webOps,
  ...reviewOps,
  ...outsideOps,
  ...recallOps,
  ...setupOps,
}
