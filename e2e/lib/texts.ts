import { readFileSync } from 'node:fs'
import path from 'node:path'
import { resourceKinds } from '@orrery/contract/shared/resource-kinds'
import { NodeType, type NodeKey } from '@orrery/engine/node-type'
import { nodeWords as english } from '@orrery/engine/words/en'
import { nodeWords as chinese } from '@orrery/engine/words/zh-CN'
import type { Language } from './studio.ts'

const locales = path.resolve(import.meta.dirname, '../../apps/web/src/locales')

/** The names of node types are defined in the engine; tests refer to the types by number. */
const nodeTexts = (language: Language) =>
  Object.fromEntries(
    Object.entries(language === 'en' ? english : chinese).flatMap(([key, { name, about }]) => [
      [`type.${NodeType[key as NodeKey]}`, name],
      [`about.${NodeType[key as NodeKey]}`, about],
    ]),
  )

export const nodeNames = (language: Language): string[] =>
  Object.values(language === 'en' ? english : chinese).map(({ name }) => name)

/** The names of resource kinds are defined in the contract. */
export const kindName = (kind: keyof typeof resourceKinds, language: Language): string =>
  language === 'en' ? resourceKinds[kind].en[0] : resourceKinds[kind].zh

/** Returns the text on the screen for a namespace and key in a language, so that tests look for what users see. */
export function texts(language: Language) {
  const cache = new Map<string, Record<string, string>>()
  return (namespace: string, key: string, values: Record<string, string | number> = {}): string => {
    if (!cache.has(namespace))
      cache.set(namespace, {
        ...(JSON.parse(readFileSync(path.join(locales, language, `${namespace}.json`), 'utf8')) as object),
        ...(namespace === 'workflow-node' && nodeTexts(language)),
      })
    const plural = values['count'] === 1 && language === 'en' ? 'one' : 'other'
    const text = cache.get(namespace)![key] ?? cache.get(namespace)![`${key}_${plural}`]
    if (text === undefined) throw new Error(`There is no ${namespace}.${key} in ${language}`)
    return text.replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => {
      const value = values[name] ?? whole
      return name === 'count' && typeof value === 'number' ? value.toLocaleString('en-US') : String(value)
    })
  }
}
