import { type Contract, personaOf } from '@orrery/contract'
import type { FileLinks } from '#kit/file-links.ts'
import type { Handlers } from '#kit/http/context.ts'
import type { UploadService } from '#domains/ground/upload/upload.service.ts'
import { answerActions, modules } from './bot-modules.ts'
import { botErrors } from './bot.errors.ts'
import type { BotService } from './bot.service.ts'
import { sameSpace } from './bot.view.ts'
import type { EditorService } from './editor.service.ts'
import type { IconMaker } from './icon-maker.ts'
import type { WritingService } from './writing.service.ts'

/** Sends one message to a bot in a new conversation and returns the answer. Provided by the chat district. */
type RunTurn = (request: {
  botId: string
  userId: string
  prompt: string
  signal?: AbortSignal
}) => Promise<{ conversationId: string; messageId: string; answer: string }>

const ICON_SECONDS = 180

export interface EditorRoutesDeps {
  bots: BotService
  editor: EditorService
  uploads: UploadService
  writing: WritingService
  links: FileLinks
  tasks: { runTask?: RunTurn }
  makeIcon: IconMaker
}
type EditorOps = Pick<
  Contract['bot'],
  | 'getDisplay'
  | 'updateDisplay'
  | 'getPopups'
  | 'updatePopup'
  | 'modules'
  | 'generateIcon'
  | 'iconCount'
  | 'writeOnboarding'
  | 'optimisePrompt'
  | 'execute'
>

export function botEditorRoutes(deps: EditorRoutesDeps): Handlers<EditorOps> {
  const { bots, editor, uploads, writing, links } = deps
  return {
    getDisplay: async (input, ctx) => {
      await bots.get(input.bot_id)
      return { tab_display_info: await editor.tabs(input.bot_id, ctx.userId) }
    },
    updateDisplay: async (input, ctx) => {
      sameSpace(input.space_id, ctx)
      const tabs = Object.entries(input.display_info.tab_display_info).filter(([, status]) => status !== undefined)
      await editor.saveTabs(input.bot_id, ctx.userId, Object.fromEntries(tabs) as Record<string, number>)
      return {}
    },
    getPopups: async (input, ctx) => {
      await bots.get(input.bot_id)
      const counts = await editor.popups(input.bot_id, ctx.userId)
      return {
        bot_popup_count_info: Object.fromEntries(
          input.bot_popup_types.map((type) => [String(type), counts[type] ?? 0]),
        ),
      }
    },
    updatePopup: async (input, ctx) => {
      await bots.get(input.bot_id)
      await editor.countPopup(input.bot_id, ctx.userId, input.bot_popup_type)
      return {}
    },
    modules: () => ({
      module_infos: modules,
      answer_action_list_config: { action_list: answerActions, blank_num: 0, icon_urls: [] },
    }),
    generateIcon: async (input, ctx) => {
      const make = await deps.makeIcon({
        spaceId: input.space_id,
        name: input.bot_name,
        description: input.description,
        signal: AbortSignal.any([ctx.signal, AbortSignal.timeout(Math.min(input.timeout, ICON_SECONDS) * 1000)]),
      })
      const { key, count } = await uploads.generateIcon(ctx.userId, input.bot_name, input.description, make)
      return { icon_uri: key, icon_url: links.make(key), count }
    },
    iconCount: async (_, ctx) => ({ current_day_count: await uploads.iconsToday(ctx.userId) }),
    writeOnboarding: async (input, ctx) => {
      const draft = input.bot_id === undefined ? undefined : await bots.getDraft(input.bot_id, ctx.userId)
      const { prologue, questions } = await writing.onboarding({
        spaceId: draft?.head.spaceId ?? '',
        modelId: draft?.content.config.model_info.model_id,
        name: draft?.head.name ?? '',
        persona: input.bot_prompt || (draft ? personaOf(draft.content.config.prompt_info) : ''),
        signal: ctx.signal,
      })
      return { onboarding_content: { prologue, suggested_questions: questions } }
    },
    optimisePrompt: async (input, ctx) => {
      const draft = input.bot_id === undefined ? undefined : await bots.getDraft(input.bot_id, ctx.userId)
      const optimised = await writing.optimise({
        spaceId: draft?.head.spaceId ?? '',
        modelId: draft?.content.config.model_info.model_id,
        text: input.original_prompt,
        hint: input.hint,
        signal: ctx.signal,
      })
      return { record_id: ctx.logId, optimized_prompt: optimised }
    },
    execute: async (input, ctx) => {
      sameSpace(input.space_id, ctx)
      await bots.get(input.bot_id)
      const prompt = input.work_info.message_info
      if (!deps.tasks.runTask) throw botErrors.noModel()
      const { conversationId, messageId, answer } = await deps.tasks.runTask({
        botId: input.bot_id,
        userId: ctx.userId,
        prompt,
        signal: ctx.signal,
      })
      return { conversation_id: conversationId, message_id: messageId, answer }
    },
  }
}
