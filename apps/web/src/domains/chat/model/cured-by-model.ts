import { ApiError } from '@orrery/contract/client'
import { ErrorCode } from '@orrery/contract/shared/error-codes'

const codes = new Set<number>([
  ErrorCode.bot.noModel,
  ErrorCode.database.needsModel,
  ErrorCode.database.suggestionNeedsModel,
  ErrorCode.knowledge.modelGone,
  ErrorCode.knowledge.noCaption,
  ErrorCode.model.modelGone,
  ErrorCode.model.modelOff,
  ErrorCode.model.noSpeechModel,
  ErrorCode.model.noTranscriptionModel,
  ErrorCode.model.notAChatModel,
  ErrorCode.run.noImageModel,
  ErrorCode.workflow.needsModel,
])

/** Whether another model would fix the error. */
export const isCuredByModel = (error: unknown): boolean => error instanceof ApiError && codes.has(error.code)
