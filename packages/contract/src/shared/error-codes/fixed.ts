/** Errors that end a node or a run. The numbers are part of the wire contract. */
export const engine = {
  badParam: 720_702_001,
  missingParam: 720_702_002,
  notFound: 720_702_004,
  notPublished: 720_702_011,
  interruptUnsupported: 720_702_078,
  workflowTimeout: 720_702_085,
  schemaConversion: 720_702_089,
  toolFailed: 720_702_099,
  conversationDuplicated: 720_702_200,
  compile: 720_701_003,
  executeFail: 720_701_013,
  indexRange: 720_712_014,
  outputParse: 720_712_023,
  optionsEmpty: 720_712_049,
  authRequired: 777_777_765,
  modelJson: 777_777_773,
  nullIndex: 777_777_774,
  operationFail: 777_777_775,
  nodeTimeout: 777_777_776,
  cancelled: 777_777_777,
  codeFail: 305_000_002,
} as const

/** Codes of the public API. One code covers a class of errors, each with its own text. */
export const publicApi = {
  /** A recording does not match the expected text. */
  wordErrors: 1109,
  badRequest: 4000,
  tooMany: 4013,
  notPublished: 4015,
  unauthorized: 4100,
  noAccess: 4101,
  notFound: 4200,
  internal: 5000,
  workflowTimeout: 6023,
  workflowNotPublished: 6031,
  interruptUnsupported: 6039,
} as const

/** Codes that the platform's clients handle specially. */
export const platform = {
  /** A model is not available in the country of this server. */
  countryRestricted: 700_012_015,
  /** The account at a model provider has no credit left: in a chat, and in a workflow. */
  tokenInsufficient: 702_082_020,
  workflowTokenInsufficient: 702_095_072,
} as const

/** Codes of prompts that the loop SDKs know. */
export const loopPrompt = {
  notFound: 600_501_001,
  noVersion: 600_501_002,
  badTemplate: 600_501_004,
  notRendered: 600_501_005,
  unknownTemplate: 600_501_006,
  labelNotSet: 600_501_007,
  keyTaken: 600_501_008,
  versionTaken: 600_501_009,
  tooManyReads: 600_502_001,
  tooManyRuns: 600_502_002,
} as const
