import type { NodeKey } from '@orrery/engine/node-type'
import type { NodeWords } from '@orrery/engine/words'

/** Names of node types are written once, in the engine, where the server reads them too. Here they are texts like others. */
export type NodeTexts = Record<`type.${NodeKey}` | `about.${NodeKey}`, string>

const words: Record<string, () => Promise<{ nodeWords: NodeWords }>> = {
  en: () => import('@orrery/engine/words/en'),
  'zh-CN': () => import('@orrery/engine/words/zh-CN'),
}

export async function loadNodeTexts(language: string): Promise<Record<string, string>> {
  const { nodeWords } = await words[language]!()
  return Object.fromEntries(
    Object.entries(nodeWords).flatMap(([key, { name, about }]) => [
      [`type.${key}`, name],
      [`about.${key}`, about],
    ]),
  )
}
