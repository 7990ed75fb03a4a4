import { block } from './block.ts'

export const run = /* @__PURE__ */ block(720_220_000, {
  notFound: 1,
  notWaiting: 2,
  wrongEvent: 3,
  ended: 4,
  queueFull: 5,
  tooManyAtOnce: 6,
  botOrProject: 7,
  noNode: 8,
  badEvent: 9,
  notAChatflow: 10,
  notOnCanvas: 11,
  wrongType: 12,
  noCommit: 13,
  badSheet: 20,
  noJob: 21,
  noEnvironment: 22,
  noPicture: 30,
  tooManyPictures: 31,
  noImageModel: 32,
  noReference: 33,
  imageFailed: 34,
})

export const trigger = /* @__PURE__ */ block(720_230_000, {
  badCron: 1,
  badJson: 2,
  forged: 3,
  tooOld: 4,
  tooMany: 5,
})

export const workflow = /* @__PURE__ */ block(720_210_000, {
  badVersion: 1,
  testFirst: 2,
  noVersion: 3,
  inUse: 4,
  otherSpace: 5,
  badBundle: 6,
  tooManyInBundle: 7,
  needsModel: 8,
  writingFailed: 9,
  notBuilt: 10,
  featureOff: 11,
  noConversation: 12,
  cannotSubmit: 13,
})
