import type { BotConfig, BotShortcut, SharedBot, SharedShortcut } from '@orrery/contract'
import { OnboardingMode, ShowSourceMode, SuggestedQuestionsShowMode } from '@orrery/contract/shared/bot-enums'
import type { FileLinks } from '#kit/file-links.ts'
import type { RunnableBot } from '#domains/studio/bot/bot.service.ts'

/** The parts of a published bot that visitors may see: what its author set up for users, and no internals. */
export function botForVisitors(bot: RunnableBot, links: FileLinks, hears: boolean): SharedBot {
  const { config } = bot
  const opening = config.onboarding_info
  const isManual = opening.onboarding_mode === OnboardingMode.manual
  const [image] = config.background_image_info_list
  return {
    id: bot.id,
    name: bot.name,
    icon_url: links.make(bot.iconUri),
    description: bot.description,
    prologue: isManual ? opening.prologue : '',
    questions: isManual ? opening.suggested_questions.filter(Boolean) : [],
    shows_all_questions: opening.suggested_questions_show_mode === SuggestedQuestionsShowMode.all,
    opens_by_model: opening.onboarding_mode === OnboardingMode.model,
    background: {
      web: backgroundOf(image?.web_background_image, links),
      mobile: backgroundOf(image?.mobile_background_image, links),
    },
    shortcuts: shortcutsOf(config, links),
    sources: sourcesOf(config),
    voice: voiceOf(config),
    hears,
  }
}

type Picture = NonNullable<BotConfig['background_image_info_list'][number]['web_background_image']>
function backgroundOf(picture: Picture | undefined, links: FileLinks) {
  const url = links.make(picture?.image_uri || picture?.origin_image_uri)
  if (!picture || !url) return undefined
  const { theme_color, gradient_position, canvas_position } = picture
  return { url, theme_color, gradient_position, canvas_position }
}

const sourcesOf = ({ knowledge }: BotConfig): SharedBot['sources'] =>
  !knowledge.show_source ? 'none' : knowledge.show_source_mode === ShowSourceMode.cardList ? 'cards' : 'list'

function voiceOf({ voices_info: voices }: BotConfig): SharedBot['voice'] {
  if (voices.muted) return undefined
  const languages = Object.entries(voices.i18n_lang_voice_str).flatMap(([language, voice]) => (voice ? [language] : []))
  return { is_auto: voices.autoplay, languages }
}

/** The listed shortcuts, in order. Their tools stay hidden: a press only names the shortcut. */
function shortcutsOf({ shortcuts, shortcut_sort: sort }: BotConfig, links: FileLinks): SharedShortcut[] {
  const known = new Map(shortcuts.map((shortcut) => [shortcut.command_id, shortcut]))
  return sort.flatMap((id) => {
    const found = known.get(id)
    return found ? [shortcutFor(found, links)] : []
  })
}
const shortcutFor = (shortcut: BotShortcut, links: FileLinks): SharedShortcut => ({
  id: shortcut.command_id,
  name: shortcut.command_name,
  command: shortcut.shortcut_command,
  icon_url: links.make(shortcut.shortcut_icon?.uri),
  description: shortcut.description,
  query: shortcut.template_query,
  fields: shortcut.components_list
    .filter((field) => !field.hide)
    .map(({ name, description, input_type, options, default_value, upload_options }) => ({
      name,
      description,
      input_type,
      options,
      value: default_value?.value ?? '',
      upload_options,
    })),
})
