import { type BotConfig, OnOff } from '@orrery/contract'
import type { BotFacts, Language, Skill, Table } from './skill.ts'
import { callsOf, hashOf, legalName, toWords } from './skill.ts'

const MAX_VARIABLES = 10
const values = ['Marigold', 'Falcon', 'Juniper', 'Cobalt', 'Sparrow', 'Walnut', 'Saffron', 'Heron', 'Maple', 'Indigo']
/** Names of variables in braces that the persona uses. */
const namedIn = (persona: string) => [...persona.matchAll(/\{\{\s*([A-Za-z_]\w*)\s*\}\}/g)].map(([, name]) => name!)

/** Tells the bot a value in one turn and asks for it in the next. */
export function memorySkills({ config, persona, language, tables }: BotFacts): Skill[] {
  const known = config.variable_list
    .filter(({ is_disabled, is_system, prompt_disabled }) => !is_disabled && !is_system && !prompt_disabled)
    .map(({ key }) => key)
  const keys = [...new Set([...known, ...namedIn(persona)])].slice(0, MAX_VARIABLES)
  const variables = keys.map((key, at): Skill => {
    const [words, value] = [toWords(key), values[at % values.length]!]
    const tell = language === 'zh' ? `请记住：我的${words}是${value}。` : `Please remember: my ${words} is ${value}.`
    const ask = language === 'zh' ? `我的${words}是什么？` : `What is my ${words}?`
    return {
      key: `variable/${key}`,
      module: 'memory',
      subDivision: 'variables',
      name: key,
      hash: hashOf(key),
      rows: [
        {
          turns: [
            { input: tell, expected_calls: callsOf({ name: 'setKeywordMemory' }) },
            { input: ask, value },
          ],
          checks: [{ key: 'stored', turn: 1 }, { key: 'value' }],
        },
      ],
    }
  })
  return [...variables, ...tables.map((table) => tableSkill(table, language)), ...longTermSkills(config, language)]
}
const facts: Record<Language, { name: string; tell: string; ask: string; value: string }[]> = {
  en: [
    {
      name: 'favourite flower',
      tell: 'Please remember: my favourite flower is the marigold.',
      ask: 'What is my favourite flower?',
      value: 'marigold',
    },
    {
      name: 'name of the dog',
      tell: 'Please remember: the name of my dog is Juniper.',
      ask: 'What is the name of my dog?',
      value: 'Juniper',
    },
  ],
  zh: [
    {
      name: '最喜欢的花',
      tell: '请记住：我最喜欢的花是万寿菊。',
      ask: '我最喜欢的花是什么？',
      value: '万寿菊',
    },
    { name: '狗的名字', tell: '请记住：我的狗的名字是琥珀。', ask: '我的狗的名字是什么？', value: '琥珀' },
  ],
}
/** Tells the bot a personal fact and asks for it in a later turn. */
function longTermSkills(config: BotConfig, language: Language): Skill[] {
  if (config.bot_tag_info.time_capsule_info.time_capsule_mode !== OnOff.on) return []
  return facts[language].map(({ name, tell, ask, value }, at): Skill => ({
    key: `long_term/${at}`,
    module: 'memory',
    subDivision: 'long_term',
    name,
    hash: hashOf(tell, ask),
    rows: [{ turns: [{ input: tell }, { input: ask, value }], checks: [{ key: 'value' }] }],
  }))
}
/** Adds a row in one turn and reads it in the next. */
function tableSkill({ tool, row }: Table, language: Language): Skill {
  const isChinese = language === 'zh'
  const expected_calls = callsOf({ name: legalName(tool.name) })
  const show = isChinese ? `请列出 ${tool.name} 中的数据。` : `Please show the entries of ${tool.name}.`
  const given = Object.entries(row ?? {})
  const pairs = given.map(([name, value]) => `${name}: ${value}`).join(isChinese ? '，' : ', ')
  const add = isChinese ? `请在 ${tool.name} 中添加一条数据。${pairs}` : `Please add an entry to ${tool.name}. ${pairs}`
  const [first] = given
  return {
    key: `table/${tool.pluginId ?? tool.name}`,
    module: 'memory',
    subDivision: 'tables',
    name: tool.title,
    hash: hashOf(tool.name, given),
    rows: [
      first
        ? {
            turns: [
              { input: add, expected_calls },
              { input: show, expected_calls, value: first[1] },
            ],
            checks: [{ key: 'table', turn: 1 }, { key: 'table' }, { key: 'value' }],
          }
        : { turns: [{ input: show, expected_calls }], checks: [{ key: 'table' }] },
    ],
  }
}
