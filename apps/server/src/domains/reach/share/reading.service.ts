import { chooseVoice, SPOKEN_CHARS, spoken } from '@orrery/contract/shared/voice-choice'
import type { EgressResponse } from '#kit/egress/answer.ts'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { AppError, errors, type Locale } from '#kit/errors.ts'
import type { Recording } from '#kit/speech/speech-types.ts'
import type { ConversationService } from '#domains/chat/conversation/conversation.service.ts'
import type { VoiceService } from '#domains/chat/model/voice.service.ts'
import type { RunnableBot } from '#domains/studio/bot/bot.service.ts'
import { shareErrors } from './share.errors.ts'

export interface ReadingDeps {
  conversations: Pick<ConversationService, 'byIds'>
  voices: Pick<VoiceService, 'speak' | 'transcribe' | 'transcriptionModels'>
}

/** Speech for visitors. Only messages of the bot are read aloud, since the owner pays for it. */
export function createReadingService({ conversations, voices }: ReadingDeps) {
  return {
    canTranscribe: async (bot: RunnableBot) => (await voices.transcriptionModels(bot.spaceId)).length > 0,
    /** Transcribes a recording of a visitor with the models of the bot's space. */
    async hear(bot: RunnableBot, recording: Recording, likely: Locale, signal: AbortSignal): Promise<string> {
      const ears = await voices.transcriptionModels(bot.spaceId)
      return voices.transcribe(ears, { recording, likely, signal }).catch((cause: unknown) => {
        signal.throwIfAborted()
        const isForeign = cause instanceof AppError && cause.code === ErrorCode.provider.onlyEnglish
        throw isForeign ? shareErrors.onlyEnglish() : shareErrors.notHeard()
      })
    },
    async read(
      bot: RunnableBot,
      conversationId: string,
      messageId: string,
      signal: AbortSignal,
    ): Promise<EgressResponse> {
      const [row] = await conversations.byIds(conversationId, [messageId])
      if (row?.type !== 'answer') throw errors.notFound({ what: 'message' })
      const { muted, i18n_lang_voice_str: chosen } = bot.config.voices_info
      const text = spoken(row.content).slice(0, SPOKEN_CHARS)
      const voice = muted || !text ? '' : chooseVoice(chosen, text)
      if (!voice) throw shareErrors.noVoice()
      return voices.speak(bot.spaceId, voice, text, signal).catch(() => {
        signal.throwIfAborted()
        // The visitor is not told which provider failed, and why.
        throw shareErrors.noVoice()
      })
    },
  }
}
export type ReadingService = ReturnType<typeof createReadingService>
