import type { SkillTool } from '#domains/chat/agent/shared/skill-ports.ts'
import type { CheckKey } from '../shared/checks.ts'
import type { BotFacts, Language, GeneratedRow, Skill } from './skill.ts'
import { callsOf, hashOf, legalName, toWords } from './skill.ts'

interface Property {
  type?: unknown
  enum?: unknown[]
  description?: string
}
/** Enough requests to show whether a change makes a difference. */
const REQUESTS = 6
const genericWords = new Set([
  'api',
  'tool',
  'function',
  'func',
  'call',
  'run',
  'get',
  'query',
  'action',
  'method',
  'data',
])
const cities = ['Paris', 'Osaka', 'Lima', 'Oslo', 'Accra', 'Quito']
const words = ['amber', 'cobalt', 'maple', 'river', 'saffron', 'walnut']

function sample(name: string, { type, enum: options }: Property, seed: number): unknown {
  if (options?.length) return options[seed % options.length]
  const kind = Array.isArray(type) ? (type as unknown[]).find((one) => one !== 'null') : type
  if (kind === 'integer') return 11 + seed * 7
  if (kind === 'number') return 2.5 + seed
  if (kind === 'boolean') return seed % 2 === 0
  if (kind === 'array' || kind === 'object') return undefined
  if (/mail/i.test(name)) return `person${seed + 1}@example.test`
  if (/url|link|href/i.test(name)) return `https://example.test/${seed + 1}`
  if (/date|day/i.test(name)) return `2026-03-${String(seed + 10)}`
  if (/city|place|town|location/i.test(name)) return cities[seed % cities.length]
  return words[seed % words.length]
}
/** Sample values of the required parameters, or of the first one if none is required. */
function valuesOf(parameters: SkillTool['parameters'], seed: number): Record<string, unknown> {
  const properties = Object.entries((parameters.properties ?? {}) as Record<string, Property>)
  const required = new Set((parameters.required ?? []) as string[])
  const wanted = required.size ? properties.filter(([name]) => required.has(name)) : properties.slice(0, 1)
  return Object.fromEntries(
    wanted.flatMap(([name, property]) => {
      const value = sample(name, property, seed)
      return value === undefined ? [] : [[name, value]]
    }),
  )
}
const pairs = (values: Record<string, unknown>, language: Language) =>
  Object.entries(values)
    .map(([name, value]) => `${name}: ${String(value)}`)
    .join(language === 'zh' ? '，' : ', ')
/** Describes the purpose of a tool without words of its description, so that a bad description is found. */
function purposeOf(name: string, owner: string, about: string): string {
  const spokenName = toWords(name)
  const isDescriptive = spokenName
    .split(' ')
    .some((word) => word.length > 2 && !genericWords.has(word.toLowerCase()) && !/^\d+$/.test(word))
  const first = /^[^.!?。！？\n]+/.exec(about.trim())?.[0] ?? ''
  return [...new Set([isDescriptive ? spokenName : '', first || owner])].filter(Boolean).join(' – ') || spokenName
}
const phrasings: Record<Language, ((purpose: string, given: string) => string)[]> = {
  en: [
    (purpose, given) => `${purpose}. ${given}`,
    (purpose, given) => `Please help me with this: ${purpose}. ${given}`,
    (purpose, given) => `I need ${purpose}. ${given}`,
  ],
  zh: [
    (purpose, given) => `${purpose}。${given}`,
    (purpose, given) => `请帮我：${purpose}。${given}`,
    (purpose, given) => `我需要${purpose}。${given}`,
  ],
}
function requests(
  language: Language,
  call: string,
  purpose: string,
  parameters: SkillTool['parameters'],
  keys: [CheckKey, CheckKey],
): GeneratedRow[] {
  const [called, given] = keys
  return Array.from({ length: REQUESTS }, (_, seed) => {
    const values = valuesOf(parameters, seed)
    const list = phrasings[language]
    return {
      turns: [
        {
          input: list[seed % list.length]!(purpose, pairs(values, language)).trim(),
          expected_calls: callsOf({ name: call, arguments: values }),
        },
      ],
      checks: [{ key: called }, ...(Object.keys(values).length ? [{ key: given }] : [])],
    }
  })
}

export function pluginSkills({ tools, language, shipped, config }: BotFacts): Skill[] {
  const skills = tools.map((tool): Skill => {
    const owner = tool.pluginName ?? tool.name
    const purpose = purposeOf(tool.name, owner, tool.about ?? '')
    return {
      key: `plugin/${tool.pluginId ?? '0'}/${tool.name}`,
      module: 'plugins',
      subDivision: tool.pluginId ?? '0',
      name: tool.title,
      // The hash ignores the tool's description: the same rows must be asked again after a bad one was fixed.
      hash: hashOf(owner, tool.about, tool.name, shapeOf(tool.parameters)),
      rows: requests(language, legalName(tool.name), purpose, tool.parameters, ['tool', 'parameters']),
      isRewritable: true,
    }
  })
  // On-demand knowledge is recalled by a tool call too, so an unneeded tool call could not be recognised.
  const asksKnowledge = config.knowledge.knowledge_info.length > 0 && !config.knowledge.auto
  if (!skills.length || asksKnowledge) return skills
  const none = shipped('plugins/no_tool', language).map((question, at): Skill => ({
    key: `no_tool/${at}`,
    module: 'plugins',
    subDivision: 'no_tool',
    name: question,
    hash: hashOf(question),
    rows: [{ turns: [{ input: question, expected_calls: '[]' }], checks: [{ key: 'tool' }] }],
  }))
  return [...skills, ...none]
}
const shapeOf = (parameters: SkillTool['parameters']) =>
  Object.entries((parameters.properties ?? {}) as Record<string, Property>).map(([name, { type, enum: options }]) => [
    name,
    type,
    options,
    ((parameters.required ?? []) as string[]).includes(name),
  ])

const jsonTypes: Record<string, string> = {
  integer: 'integer',
  int: 'integer',
  number: 'number',
  float: 'number',
  boolean: 'boolean',
  list: 'array',
  array: 'array',
  object: 'object',
}
/** Expects the inputs that the bot stored with the workflow, so that later changes of the workflow are found. */
export function workflowSkills({ workflows, language, config }: BotFacts): Skill[] {
  const all = [...config.workflow_info_list, ...config.agents.flatMap((agent) => agent.workflow_info_list)]
  const known = new Map(all.map((one) => [one.workflow_id, one]))
  return [...known.values()].map((info): Skill => {
    const tool = workflows.find(({ pluginId }) => pluginId === info.workflow_id)
    const title = tool?.title ?? info.workflow_name
    const parameters = info.parameters.length
      ? {
          type: 'object',
          properties: Object.fromEntries(
            info.parameters.map(({ name, type }) => [name, { type: jsonTypes[type.toLowerCase()] ?? 'string' }]),
          ),
          required: info.parameters.filter(({ required }) => required).map(({ name }) => name),
        }
      : (tool?.parameters ?? { type: 'object', properties: {} })
    const call = tool ? legalName(tool.name) : legalName(`ts_${title}`)
    return {
      key: `workflow/${info.workflow_id}`,
      module: 'workflows',
      subDivision: info.workflow_id,
      name: title,
      hash: hashOf(title, shapeOf(parameters)),
      rows: requests(language, call, toWords(title), parameters, ['workflow', 'inputs']),
      isRewritable: true,
    }
  })
}
export function taskSkills({ tasks, language, shipped }: BotFacts): Skill[] {
  const creator = tasks.find(({ name }) => /create|add|set|new/i.test(name)) ?? tasks[0]
  if (!creator) return []
  return shipped('tasks/scheduled', language).map((question, at): Skill => ({
    key: `task/${at}`,
    module: 'tasks',
    subDivision: 'scheduled',
    name: question,
    hash: hashOf(question, creator.name),
    rows: [
      {
        turns: [{ input: question, expected_calls: callsOf({ name: legalName(creator.name) }) }],
        checks: [{ key: 'task' }],
      },
    ],
  }))
}
