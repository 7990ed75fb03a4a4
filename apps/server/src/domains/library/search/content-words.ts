import type { BotConfig } from '@orrery/contract'

const MAX_BODY = 20_000
/** Names under which canvases keep what people wrote. */
const written = new Set([
  'title',
  'description',
  'content',
  'desc',
  'name',
  'question',
  'prompt',
  'systemPrompt',
  'code',
])

/** Everything in a canvas that somebody wrote to be read, once each. */
export function wordsOfCanvas(schema: string): string {
  const texts = new Set<string>()
  let size = 0
  const walk = (value: unknown, key: string) => {
    if (size > MAX_BODY) return
    if (typeof value === 'string') {
      const text = value.trim()
      if (!written.has(key) || text.length < 2 || /^\d+$/.test(text) || texts.has(text)) return
      texts.add(text)
      size += text.length
    } else if (Array.isArray(value)) for (const found of value) walk(found, key)
    else if (typeof value === 'object' && value !== null)
      for (const [name, item] of Object.entries(value)) walk(item, name)
  }
  try {
    walk(JSON.parse(schema), '')
  } catch {
    return ''
  }
  return [...texts].join('\n').slice(0, MAX_BODY)
}

export const wordsOfBot = (config: BotConfig): string =>
  [
    config.prompt_info?.prompt,
    config.onboarding_info?.prologue,
    ...(config.onboarding_info?.suggested_questions ?? []),
    ...(config.variable_list ?? []).flatMap((variable) => [variable.key, variable.description]),
    ...(config.agents ?? []).flatMap((agent) => [agent.agent_name, agent.description]),
  ]
    .filter(Boolean)
    .join('\n')
    .slice(0, MAX_BODY)

export const joined = (texts: (string | null | undefined)[]): string =>
  texts.filter(Boolean).join('\n').slice(0, MAX_BODY)
