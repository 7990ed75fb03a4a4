/** Wire numbers of the arena. */
export const VoteResult = { left: 1, right: 2, bothGood: 3, bothBad: 4 } as const
export type VoteResult = (typeof VoteResult)[keyof typeof VoteResult]
/** The scope of a board: models inside bots, plain models, or both. */
export const PkScene = { bot: 0, model: 1, all: 2 } as const
export type PkScene = (typeof PkScene)[keyof typeof PkScene]
export const ArenaField = {
  all: 0,
  knowledge: 1,
  creation: 2,
  language: 3,
  roleplay: 4,
  code: 5,
  tools: 6,
  maths: 7,
} as const
export type ArenaField = (typeof ArenaField)[keyof typeof ArenaField]
export const arenaFieldNames = Object.keys(ArenaField) as (keyof typeof ArenaField)[]

export const PkStatus = { pending: 0, started: 1, answered: 2, voted: 3 } as const
export type PkStatus = (typeof PkStatus)[keyof typeof PkStatus]
/** The state of one side: no question yet, answering, or the outcome of the last answer. */
export const sideStates = ['idle', 'running', 'done', 'stopped', 'failed'] as const
export type SideState = (typeof sideStates)[number]

export const FeedbackTagType = { win: 1, lose: 2 } as const
export const ArenaModelStatus = { normal: 0, unreleased: 1 } as const

/** Why a vote does not count. The vote is stored anyway. */
export const voteFaults = ['leaked', 'failed', 'fast', 'own', 'repeated', 'banned', 'outlier'] as const
export type VoteFault = (typeof voteFaults)[number]

/** The board that is recomputed as votes arrive. */
export const LIVE_BOARD = 'live'
export const boardKinds = ['people', 'machine'] as const
export type BoardKind = (typeof boardKinds)[number]

export const ARENA_LIMITS = {
  question: 8000,
  rounds: 10,
  feedback: 1000,
  tags: 8,
  bankRows: 2000,
  bankBytes: 2_000_000,
  answer: 4000,
} as const
