import { type BotConfig, FieldType, personaOf, TableMode } from '@orrery/contract'
import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Db } from '#kit/db.ts'
import type { SkillContext, SkillPorts, SkillTool } from '#domains/chat/agent/shared/skill-ports.ts'
import { DEBUG_CONNECTOR } from '#domains/chat/conversation/shared/debug-connector.ts'
import { resource } from '#domains/ground/resource/resource.table.ts'
import { databaseTable } from '#domains/resources/database/database.table.ts'
import { knowledgeDocument, knowledgeSlice } from '#domains/resources/knowledge/knowledge.table.ts'
import type { CaseService } from './case.service.ts'
import type { BotFacts, Chunk, Table } from './makers/skill.ts'
import { languageOf } from './makers/skill.ts'

export interface FactsDeps {
  db: Db
  ports: SkillPorts
  cases: Pick<CaseService, 'reader'>
}
export interface FrozenBot {
  spaceId: string
  botId: string
  name: string
  config: BotConfig
}
/** The most chunks that are asked about, in one knowledge base and in all of them together. */
const MAX_CHUNKS_PER_BASE = 12
const MAX_CHUNKS = 24
const MAX_CHUNKS_READ = 5000
const SAMPLE_TEXT = 'Marigold'
const sampleCells: Record<number, string> = {
  [FieldType.text]: 'Juniper',
  [FieldType.number]: '7',
  [FieldType.date]: '2026-03-10',
  [FieldType.float]: '2.5',
  [FieldType.boolean]: 'true',
}

/** Collects what the rows of a check-up are created from: the configuration of the bot and facts about its skills. */
export function createFacts({ db, ports, cases }: FactsDeps) {
  const live = (baseId: string) =>
    and(
      eq(knowledgeSlice.knowledgeId, baseId),
      eq(knowledgeSlice.status, 1),
      eq(knowledgeSlice.generation, knowledgeDocument.liveGeneration),
    )
  const inOrder = [asc(knowledgeSlice.documentId), asc(knowledgeSlice.sequence)] as const
  const withContent = (baseId: string, ids: string[]): Promise<Chunk[]> =>
    ids.length
      ? db
          .select({ id: knowledgeSlice.id, content: knowledgeSlice.content, documentName: knowledgeDocument.name })
          .from(knowledgeSlice)
          .innerJoin(knowledgeDocument, eq(knowledgeDocument.id, knowledgeSlice.documentId))
          .where(and(live(baseId), inArray(knowledgeSlice.id, ids)))
          .orderBy(...inOrder)
      : Promise.resolve([])
  /**
   * Chunks with existing questions come first, so that these questions stay. If there are too few, others are read,
   * spread over the documents of the base.
   */
  async function chunksOf(baseId: string, known: ReadonlySet<string>, most: number): Promise<Chunk[]> {
    const kept = (await withContent(baseId, [...known])).slice(0, most)
    if (kept.length >= most) return kept
    const ids = await db
      .select({ id: knowledgeSlice.id })
      .from(knowledgeSlice)
      .innerJoin(knowledgeDocument, eq(knowledgeDocument.id, knowledgeSlice.documentId))
      .where(live(baseId))
      .orderBy(...inOrder)
      .limit(MAX_CHUNKS_READ)
    const others = ids.flatMap(({ id }) => (known.has(id) ? [] : id))
    const missing = Math.min(most - kept.length, others.length)
    const step = missing ? others.length / missing : 1
    const chosen = Array.from({ length: missing }, (_, at) => others[Math.floor(at * step)]!)
    return [...kept, ...(await withContent(baseId, chosen))]
  }
  async function basesOf(config: BotConfig, known: ReadonlySet<string>) {
    const ids = [
      ...new Set(
        [config.knowledge, ...config.agents.map((agent) => agent.knowledge)].flatMap(({ knowledge_info }) =>
          knowledge_info.map(({ id }) => id),
        ),
      ),
    ].filter((id) => /^[1-9]\d*$/.test(id))
    if (!ids.length) return []
    const heads = await db.select().from(resource).where(inArray(resource.id, ids))
    const most = Math.max(2, Math.min(MAX_CHUNKS_PER_BASE, Math.floor(MAX_CHUNKS / ids.length)))
    return Promise.all(heads.map(async ({ id, name }) => ({ id, name, chunks: await chunksOf(id, known, most) })))
  }
  /** Builds a sample row for each writable table: the text that questions ask for, and values for required fields. */
  async function withRows(tools: SkillTool[], references: BotConfig['database_list']): Promise<Table[]> {
    const ids = tools.flatMap(({ pluginId }) => pluginId ?? [])
    const found = ids.length ? await db.select().from(databaseTable).where(inArray(databaseTable.id, ids)) : []
    return tools.map((tool) => {
      const table = found.find(({ id }) => id === tool.pluginId)
      const reference = references.find(({ table_id }) => table_id === tool.pluginId)
      const isReadOnly = table?.rwMode === TableMode.readOnly || reference?.rw_mode === TableMode.readOnly
      const text = table?.fields.find(({ type }) => type === FieldType.text)
      if (!table || !text || isReadOnly) return { tool, row: null }
      const others = table.fields.filter((field) => field !== text && field.required)
      return {
        tool,
        row: Object.fromEntries([
          [text.name, SAMPLE_TEXT],
          ...others.map(({ name, type }) => [name, sampleCells[type] ?? SAMPLE_TEXT] as const),
        ]),
      }
    })
  }
  async function toolsOf(bot: FrozenBot, userId: string) {
    const { config } = bot
    const context: SkillContext = {
      spaceId: bot.spaceId,
      userId,
      endUser: '',
      connectorId: DEBUG_CONNECTOR,
      botId: bot.botId,
      conversationId: '0',
      turnId: '0',
      isDraft: true,
      locale: 'en',
      signal: new AbortController().signal,
    }
    const all = <T>(own: T[], ofAgents: (agent: BotConfig['agents'][number]) => T[]) => [
      ...own,
      ...config.agents.flatMap(ofAgents),
    ]
    const plugins = all(config.plugin_info_list, (agent) => agent.plugin_info_list)
    const flows = all(config.workflow_info_list, (agent) => agent.workflow_info_list)
    const tables = config.database_list.filter((one) => !one.prompt_disabled)
    const none: SkillTool[] = []
    const [tools, workflows, databases, tasks] = await Promise.all([
      plugins.length ? (ports.plugins?.tools(plugins, context) ?? none) : none,
      flows.length ? (ports.workflows?.tools(flows, context) ?? none) : none,
      tables.length ? (ports.databases?.tools(tables, context) ?? none) : none,
      config.task_info.user_task_allowed ? (ports.tasks?.tools([], context) ?? none) : none,
    ])
    return { tools, workflows, tables: await withRows(databases, tables), tasks }
  }
  return {
    async of(bot: FrozenBot, userId: string, knownChunks: ReadonlySet<string>): Promise<BotFacts> {
      const { config, name } = bot
      const persona = personaOf(config.prompt_info)
      const [head] = await db.select().from(resource).where(eq(resource.id, bot.botId))
      const [bases, found, shipped] = await Promise.all([
        basesOf(config, knownChunks),
        toolsOf(bot, userId),
        cases.reader(),
      ])
      const description = head?.description ?? ''
      const language = languageOf(`${persona}\n${config.onboarding_info.prologue}\n${description}\n${name}`)
      return { name, description, config, persona, language, ...found, bases, shipped }
    },
  }
}
export type Facts = ReturnType<typeof createFacts>
