import { BOT_LIMITS, emptyBotConfig } from '@orrery/contract'
import { ModelStyle, SuggestReplyMode } from '@orrery/contract/shared/bot-enums'
import { CanvasError } from '@orrery/engine'
import { type DifyBot, fromDify } from '@orrery/engine/dify'
import { parse } from 'yaml'
import type { Locale } from '#kit/errors.ts'
import { bundleErrors } from './bundle.errors.ts'
import type { BundleItem } from '#domains/ground/resource/shared/resource-content.ts'
import { type Json, object, shorten, text } from '#kit/read-json.ts'

export interface DifyFile {
  items: BundleItem[]
  leftOut: { what: string; where: string }[]
}
const MAX_YAML = 5 * 1024 * 1024
const CHATFLOW = 3

/** The parsed file if it is a Dify application, otherwise undefined. */
export function parseDify(content: string): Json | undefined {
  if (content.length > MAX_YAML) return undefined
  let value: unknown
  try {
    value = parse(content, { maxAliasCount: 50 })
  } catch {
    return undefined
  }
  const file = object(value)
  return file.kind === 'app' && text(object(file.app).mode, 40) ? file : undefined
}

/** Converts the application to one resource, with notes on what a person has to complete. Runs and guesses nothing. */
export function readDify(file: Json, modelId: string, locale: Locale = 'en'): DifyFile {
  const app = readApp(file, modelId)
  const head = {
    id: 'dify',
    name: shorten(app.name, 100) || 'Imported',
    description: shorten(app.description, BOT_LIMITS.description),
    icon: '',
    project: '',
    published: false,
    needs: [],
    models: [],
  }
  const leftOut = app.notes.map((note) => ({ what: locale === 'zh-CN' ? note.zh : note.en, where: note.title }))
  if (app.bot) return { items: [{ ...head, kind: 'bot', subType: 0, content: toBot(app.bot, modelId) }], leftOut }
  const flowMode = app.kind === 'chatflow' ? CHATFLOW : 0
  const content = { schema: JSON.stringify(app.canvas), flowMode }
  return { items: [{ ...head, kind: 'workflow', subType: flowMode, content }], leftOut }
}

function readApp(file: Json, modelId: string) {
  try {
    return fromDify(file, modelId)
  } catch (cause) {
    if (cause instanceof CanvasError) throw bundleErrors.unknownDsl({ why: cause.message })
    throw cause
  }
}

const clampRounds = (rounds: number) => Math.min(100, Math.max(0, Math.trunc(rounds)))
function toBot(from: DifyBot, modelId: string) {
  const bot = emptyBotConfig()
  const { temperature, topP, maxTokens, historyRounds } = from
  return {
    ...bot,
    model_info: {
      ...bot.model_info,
      model_id: modelId,
      ...(temperature !== undefined && { temperature, model_style: ModelStyle.custom }),
      ...(topP !== undefined && { top_p: topP, model_style: ModelStyle.custom }),
      ...(maxTokens !== undefined && { max_tokens: Math.trunc(maxTokens) }),
      ...(historyRounds !== undefined && {
        short_memory_policy: { ...bot.model_info.short_memory_policy, history_round: clampRounds(historyRounds) },
      }),
    },
    suggest_reply_info: {
      ...bot.suggest_reply_info,
      suggest_reply_mode: from.suggestsReplies ? SuggestReplyMode.system : SuggestReplyMode.off,
    },
    prompt_info: { ...bot.prompt_info, prompt: from.persona.slice(0, BOT_LIMITS.persona) },
    onboarding_info: {
      ...bot.onboarding_info,
      prologue: shorten(from.opening, BOT_LIMITS.prologue),
      suggested_questions: from.questions.map((question) => shorten(question, BOT_LIMITS.suggestion)),
    },
    variable_list: from.variables
      .filter(({ name }) => /^[A-Za-z_]\w{0,49}$/.test(name))
      .map(({ name, description, defaultValue }) => ({
        key: name,
        description: description.slice(0, 500),
        default_value: defaultValue.slice(0, 4000),
        is_system: false,
        prompt_disabled: false,
        is_disabled: false,
      })),
  }
}
