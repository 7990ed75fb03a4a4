import { BOT_LIMITS } from '@orrery/contract/shared/bot-enums'
import type { StoredFile } from '#lib/upload-kinds.ts'
import { visibleLength } from '#lib/text-length.ts'

/** Form values of a new bot. */
export interface BotForm {
  name: string
  /** Purpose of the bot. */
  target: string
  icon: StoredFile | null
}

export const emptyBotForm: BotForm = { name: '', target: '', icon: null }

export const isReadyForm = (form: BotForm): boolean =>
  form.name.trim() !== '' &&
  visibleLength(form.name.trim()) <= BOT_LIMITS.name &&
  visibleLength(form.target) <= BOT_LIMITS.description
