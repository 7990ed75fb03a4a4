import { z } from 'zod'
import * as e from './bot-enums.ts'
import { flag, line, madeUrl, map, number, ref, seconds, uri, whole, words } from './bot-fields.ts'
import { cards, database, knowledge, plugins, variable, workflows } from './bot-skills.ts'
import { text } from './fields.ts'
import { HOOK_LIMITS } from './limits.ts'

/**
 * The groups of a bot's configuration. Every field is optional or has a default, so that parsing an empty object gives
 * the group of a new bot. Unknown fields are dropped.
 */
const { BOT_LIMITS: limits } = e

export const modelInfo = z.object({
  model_id: ref(),
  temperature: number(),
  max_tokens: z.int().optional(),
  top_p: number(),
  frequency_penalty: number(),
  presence_penalty: number(),
  short_memory_policy: z
    .object({
      /**
       * In how many earlier rounds the model also sees the tool calls: in all (0), or in the last one, two or three.
       */
      context_mode: z.enum(e.ContextMode).default(e.ContextMode.chat),
      history_round: whole(0, 100).default(3),
    })
    .prefault({}),
  top_k: z.int().optional(),
  response_format: z.enum(e.ResponseFormat).default(e.ResponseFormat.markdown),
  model_style: z.enum(e.ModelStyle).default(e.ModelStyle.balance),
  /** `prefix` puts the unchanging parts first, so that providers can cache them. */
  cache_type: z.enum(e.CacheType).default(e.CacheType.closed),
  sp_current_time: flag(true),
  sp_anti_leak: flag(),
  /** Tells the model that its answers are read aloud. */
  sp_voice_info: flag(),
  parameters: map(z.string().max(4000)),
})
const promptInfo = z.object({
  prompt: line(limits.persona),
  /** `prefix` replaces `prompt` by a fixed and a dynamic part. */
  prompt_mode: z.enum(e.PromptMode).default(e.PromptMode.standard),
  prefix_prompt_info: z
    .object({ prefix_prompt: line(limits.persona), dynamic_prompt: line(limits.persona) })
    .prefault({}),
  /**
   * A prompt of the space that the bot follows: a release of the prompt changes the bot without publishing it again.
   */
  prompt_ref: z.object({ key: line(100), label: line(50) }).prefault({}),
})
/** Texts; if an editor sends { id, content, highlight }, only its content is stored. */
const questions = z
  .array(
    z.preprocess(
      (given) => (typeof given === 'object' && given !== null && 'content' in given ? given.content : given),
      text(limits.suggestion),
    ),
  )
  .max(100)
  .default([])
const onboardingInfo = z.object({
  prologue: line(limits.prologue),
  suggested_questions: questions,
  onboarding_mode: z.enum(e.OnboardingMode).default(e.OnboardingMode.manual),
  customized_onboarding_prompt: line(limits.suggestionPrompt),
  suggested_questions_show_mode: z.enum(e.SuggestedQuestionsShowMode).default(e.SuggestedQuestionsShowMode.random),
})
const suggestReply = z.object({
  suggest_reply_mode: z.enum(e.SuggestReplyMode).default(e.SuggestReplyMode.system),
  customized_suggest_prompt: line(limits.suggestionPrompt),
})
const voicesInfo = z.object({
  muted: flag(),
  autoplay: flag(),
  default_user_input_type: z.enum(e.UserInputType).default(e.UserInputType.notSet),
  i18n_lang_voice_str: map(z.string().max(200)),
})
const timeCapsule = z.object({
  time_capsule_mode: z.enum(e.OnOff).default(e.OnOff.off),
  disable_prompt_calling: z.enum(e.OnOff).default(e.OnOff.off),
  /** Seconds after which a memory is deleted, if it is not mentioned again. */
  time_capsule_time_to_live: seconds(),
})
const backgroundImage = z.object({
  origin_image_uri: uri(),
  origin_image_url: madeUrl(),
  image_uri: uri(),
  image_url: madeUrl(),
  theme_color: line(50),
  gradient_position: z.object({ left: number(), right: number() }).optional(),
  canvas_position: z.object({ width: number(), height: number(), left: number(), top: number() }).optional(),
})
const hook = z.object({
  uri: uri(),
  filter_rules: words(500),
  strong_dep: flag(),
  timeout_ms: whole(0, HOOK_LIMITS.timeoutMs).default(3000),
})
const hooks = z.array(hook).max(20).default([])
const hookInfo = z.object({
  pre_agent_jump_hook: hooks,
  post_agent_jump_hook: hooks,
  flow_hook: hooks,
  atomic_hook: hooks,
  llm_call_hook: hooks,
  res_parsing_hook: hooks,
  suggestion_hook: hooks,
})

/** Groups that are objects: a save changes only the given fields. */
export const objectGroups = {
  model_info: modelInfo,
  prompt_info: promptInfo,
  onboarding_info: onboardingInfo,
  knowledge,
  task_info: z.object({ user_task_allowed: flag(), enable_preset_task: whole(0, 10).default(1) }),
  suggest_reply_info: suggestReply,
  voices_info: voicesInfo,
  bot_tag_info: z.object({ time_capsule_info: timeCapsule.prefault({}) }),
  filebox_info: z.object({ Mode: z.enum(e.OnOff).default(e.OnOff.off) }),
  multi_agent_info: z.object({
    session_type: z.enum(e.SessionType).default(e.SessionType.flow),
    connector_type: z.enum(e.LineStyle).default(e.LineStyle.curve),
  }),
  hook_info: hookInfo,
  layout_info: z.object({ workflow_id: ref(), plugin_id: ref() }),
}
/** Groups that are lists or single values: a save replaces the whole group. */
export const wholeGroups = {
  plugin_info_list: plugins,
  workflow_info_list: workflows,
  variable_list: z.array(variable).max(200),
  database_list: z.array(database).max(100),
  card_list: cards.max(200),
  bot_mode: z.enum(e.BotMode),
  background_image_info_list: z
    .array(
      z.object({
        web_background_image: backgroundImage.optional(),
        mobile_background_image: backgroundImage.optional(),
      }),
    )
    .max(10),
  shortcut_sort: z.array(z.union([z.string().max(64), z.int().transform(String)])).max(limits.shortcuts),
}
