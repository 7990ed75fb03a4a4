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

export const arena = /* @__PURE__ */ block(702_570_000, {
  fewModels: 1,
  earlyVote: 2,
  votedAlready: 3,
  sideFailed: 4,
  lastRound: 5,
  sideBusy: 6,
  otherQuestion: 7,
  dayUsed: 8,
  costUsed: 9,
  needsTools: 10,
  noBots: 11,
  notVoted: 12,
  feedbackClosed: 13,
  unknownTag: 14,
  notABattleBot: 15,
  nothingRunning: 16,
})

export const arenaBank = /* @__PURE__ */ block(702_571_000, {
  noColumn: 1,
  noRows: 2,
  tooManyRows: 3,
  badRow: 4,
  builtIn: 5,
  nameTaken: 6,
})

export const arenaBoard = /* @__PURE__ */ block(702_572_000, {
  noEdition: 1,
  votesNeeded: 2,
  noJudge: 3,
  judgeTakesPart: 4,
  noModel: 5,
})
