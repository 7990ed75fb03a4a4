import type { BotAgent, BotConfig, BotShortcut } from '@orrery/contract'
import type { Content } from './draft.ts'

type Texts = Record<string, string[]>

const ofPrompt = ({ prompt, prefix_prompt_info: parts }: BotConfig['prompt_info']) => [
  prompt,
  parts.prefix_prompt,
  parts.dynamic_prompt,
]
const ofShortcut = (shortcut: BotShortcut) => [
  shortcut.command_name,
  shortcut.shortcut_command,
  shortcut.description,
  shortcut.template_query,
  shortcut.card_schema,
  ...shortcut.components_list.flatMap((component) => [
    component.name,
    component.description,
    component.default_value?.value ?? '',
    ...component.options,
  ]),
  ...(shortcut.tool_info?.tool_params_list ?? []).flatMap((param) => [param.desc, param.default_value]),
]
const ofAgent = (agent: BotAgent) => [
  agent.agent_name,
  agent.description,
  ...ofPrompt(agent.prompt_info),
  ...agent.intents.map((intent) => intent.prompt),
  agent.suggest_reply_info.customized_suggest_prompt,
]

/** All texts of a bot that people wrote, by field. The content rules are applied to them. */
export function textsOf({ name, description, config }: Content): Texts {
  const { onboarding_info: opening, suggest_reply_info: suggestions, knowledge } = config
  return {
    name: [name],
    description: [description],
    prompt: ofPrompt(config.prompt_info),
    prologue: [opening.prologue],
    suggested_questions: opening.suggested_questions,
    customized_onboarding_prompt: [opening.customized_onboarding_prompt],
    customized_suggest_prompt: [suggestions.customized_suggest_prompt],
    no_recall_reply_customize_prompt: [knowledge.no_recall_reply_customize_prompt],
    variable_list: config.variable_list.flatMap((variable) => [
      variable.key,
      variable.description,
      variable.default_value,
    ]),
    shortcuts: config.shortcuts.flatMap(ofShortcut),
    agents: config.agents.flatMap(ofAgent),
  }
}

/** Texts that are new in `after`. Unchanged texts are not checked again. */
export function newTexts(before: Content, after: Content): Texts {
  const old = textsOf(before)
  return Object.fromEntries(
    Object.entries(textsOf(after)).map(([field, texts]) => [
      field,
      texts.filter((text) => !old[field]?.includes(text)),
    ]),
  )
}
