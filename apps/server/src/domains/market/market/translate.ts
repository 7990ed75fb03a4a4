import type { MediaDeps } from './media.routes.ts'

export interface Translate {
  texts(inputs: readonly string[], language: string, caller: { userId: string; signal: AbortSignal }): Promise<string[]>
}
const systems = {
  en: 'Translate the text into English. Keep Markdown, code and names as they are. Answer with the translation only.',
  zh: '将文本翻译为简体中文，保留 Markdown 标记、代码和专有名词，只输出译文。',
}

/** Translates product texts with the default model of the reader's own space. */
export const createTranslate = (deps: {
  write: MediaDeps['write']
  /** The user's personal space, whose models are used. */
  homeOf(userId: string): Promise<string>
}): Translate => ({
  async texts(inputs, language, { userId, signal }) {
    const spaceId = await deps.homeOf(userId)
    const system = language.startsWith('zh') ? systems.zh : systems.en
    const outputs: string[] = []
    for (const prompt of inputs) outputs.push((await deps.write({ spaceId, userId, system, prompt, signal })).trim())
    return outputs
  },
})
