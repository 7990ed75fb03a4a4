import { block } from './block.ts'

export const bundle = /* @__PURE__ */ block(702_105_000, {
  notABundle: 1,
  newer: 2,
  noHash: 3,
  changed: 4,
  badItem: 5,
  tooMany: 6,
  tooLarge: 7,
  refused: 8,
  unknownDsl: 9,
})

export const bin = /* @__PURE__ */ block(702_112_000, {
  projectInBin: 1,
})

export const folder = /* @__PURE__ */ block(702_110_000, {
  otherSpace: 1,
  intoItself: 2,
  tooDeep: 3,
  tooMany: 4,
})

/** Clients know these numbers from earlier, when they belonged to plugins. */
export const library = /* @__PURE__ */ block(702_350_000, {
  cannotCopy: 30,
  copyState: 31,
})
