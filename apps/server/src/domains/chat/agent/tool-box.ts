import { type BotConfig, TableMode } from '@orrery/contract'
import { knowledgeBlock, RECALL_TOOL } from '#kit/models/prompt-marks.ts'
import { watchModels } from '#kit/models/model-watch.ts'
import { modelSpans } from '#domains/chat/trace/shared/model-spans.ts'
import type { Span } from '#domains/chat/trace/shared/recorder.ts'
import type { KnowledgeChunk, SkillPorts, SkillTool } from './shared/skill-ports.ts'
import type { Turn } from './turn-scope.ts'

/** The skills of one agent. Databases, variables and files belong to the whole bot. */
export interface AgentSkills {
  plugins: BotConfig['plugin_info_list']
  workflows: BotConfig['workflow_info_list']
  knowledge: BotConfig['knowledge']
}
export type ToolBox = ReadonlyMap<string, SkillTool>

const legalName = (name: string) => name.replaceAll(/[^\w-]/g, '_').slice(0, 64) || 'tool'

/** All tools that the model may call in this turn, under valid and unique names. */
export async function openToolBox(turn: Turn, skills: AgentSkills, span: Span): Promise<ToolBox> {
  const { context, request, deps } = turn
  const { config } = request.bot
  const shown = config.database_list.filter((database) => !database.prompt_disabled)
  const databases = request.isSampled ? shown.map(ownRows) : shown
  const wanted: [keyof SkillPorts, number, (ports: SkillPorts) => Promise<SkillTool[]> | undefined][] = [
    ['plugins', skills.plugins.length, (ports) => ports.plugins?.tools(skills.plugins, context)],
    ['workflows', skills.workflows.length, (ports) => ports.workflows?.tools(skills.workflows, context)],
    ['databases', databases.length, (ports) => ports.databases?.tools(databases, context)],
    ['fileBox', config.filebox_info.Mode, (ports) => ports.fileBox?.tools([], context)],
    ['tasks', config.task_info.user_task_allowed ? 1 : 0, (ports) => ports.tasks?.tools([], context)],
  ]
  const lists = await Promise.all(
    wanted
      .filter(([, count]) => count > 0)
      .map(async ([name, count, open]) => {
        const tools = await open(deps.ports)
        if (tools && tools.length < count && name !== 'fileBox' && name !== 'tasks')
          reportBroken(name, count - tools.length, span)
        return tools ?? reportUnavailable(name, span)
      }),
  )
  const box = new Map<string, SkillTool>()
  const own = [...variableTool(turn), ...knowledgeTool(turn, skills.knowledge, span), ...pageTools(turn)]
  for (const tool of [...lists.flat(), ...own]) {
    let name = legalName(tool.name)
    for (let copy = 2; box.has(name); copy += 1) name = `${legalName(tool.name).slice(0, 60)}_${copy}`
    box.set(name, { ...(request.isSampled ? sampled(tool) : tool), name })
  }
  return box
}

/** Kinds of tools that reach outside the turn, which answer with samples. Others only use data of the turn's user. */
const outsideKinds: SkillTool['kind'][] = ['plugin', 'workflow', 'task']
const sampled = (tool: SkillTool): SkillTool =>
  outsideKinds.includes(tool.kind)
    ? {
        ...tool,
        sideEffects: 'none',
        call: async (args) => ({ kind: 'text', content: (await tool.sample?.(args)) ?? '{"result": "done"}' }),
      }
    : tool

/** Limits a table to rows of the turn's user, so that data of other people is neither read nor written. */
const ownRows = (database: BotConfig['database_list'][number]) =>
  database.rw_mode === TableMode.readOnly ? database : { ...database, rw_mode: TableMode.singleUser }

/** Skips a skill that this installation does not have and records that in the trace. */
function reportUnavailable(name: string, span: Span): SkillTool[] {
  span.start('skill', name).fail(new Error(`The bot has ${name}, but they are not available here`))
  return []
}

/** Records broken references in the trace: the bot continues without them, and its owner can see why. */
function reportBroken(name: string, count: number, span: Span) {
  const why = `${count} of the ${name} of this bot are gone, switched off, not published, or in another space`
  span.start('skill', name).fail(new Error(why))
}

/** Tools of the page. The turn waits until the page has run the tool in view of the visitor and returned a result. */
const pageTools = ({ request }: Turn): SkillTool[] =>
  (request.bot.pageTools ?? []).map(({ name, description, parameters }) => ({
    name,
    title: name,
    kind: 'plugin',
    sideEffects: 'none',
    description,
    parameters,
    call: (args) =>
      Promise.resolve({
        kind: 'interrupt',
        question: name,
        state: args,
        card: { page_tool: { name, arguments: args } },
      }),
    resume: (_, said) => Promise.resolve({ kind: 'text', content: said }),
  }))

/** Lets the model store what users say about themselves in the variables of the bot. */
function variableTool({ request, deps, context, variables }: Turn): SkillTool[] {
  const port = deps.ports.variables
  const list = request.bot.config.variable_list.filter(
    (variable) => !variable.is_disabled && !variable.is_system && !variable.prompt_disabled,
  )
  if (!port || !list.length) return []
  const keys = list.map(({ key }) => key)
  return [
    {
      name: 'setKeywordMemory',
      title: 'Variables',
      kind: 'variable',
      sideEffects: 'allowed',
      description: `Remember what the user says about themselves. ${list.map(({ key, description }) => `${key}: ${description}`).join('; ')}`,
      parameters: {
        type: 'object',
        properties: {
          data: {
            type: 'array',
            minItems: 1,
            items: {
              type: 'object',
              properties: { keyword: { type: 'string', enum: keys }, value: { type: 'string', maxLength: 4000 } },
              required: ['keyword', 'value'],
            },
          },
        },
        required: ['data'],
      },
      async call(args) {
        const data = args.data as { keyword: string; value: string }[]
        const values = Object.fromEntries(data.map(({ keyword, value }) => [keyword, value]))
        await port.write(values, context)
        Object.assign(variables, values)
        return { kind: 'text', content: 'saved' }
      },
    },
  ]
}

/** Knowledge on demand: the model calls this tool when it needs knowledge. */
function knowledgeTool(turn: Turn, settings: BotConfig['knowledge'], span: Span): SkillTool[] {
  if (settings.auto || !settings.knowledge_info.length || !turn.deps.ports.knowledge) return []
  const names = settings.knowledge_info.map(({ name }) => name).filter(Boolean)
  return [
    {
      name: RECALL_TOOL,
      title: 'Knowledge',
      kind: 'knowledge',
      sideEffects: 'none',
      description: `Recall knowledge from: ${names.join(', ') || 'the knowledge base'}`,
      parameters: {
        type: 'object',
        properties: { query: { type: 'string', minLength: 1, description: 'The question to look up' } },
        required: ['query'],
      },
      async call({ query }) {
        const chunks = await recall(turn, settings, String(query), span)
        if (!chunks.length) return { kind: 'text', content: 'no related slices' }
        const pieces = chunks.map(({ text, documentName, datasetName }) => ({
          text,
          source: documentName || datasetName,
        }))
        return { kind: 'text', content: knowledgeBlock(pieces) }
      },
    },
  ]
}

/** Earlier messages, which give short questions their context. */
const earlierMessages = ({ request }: Turn) =>
  request.history.flatMap((item) =>
    (item.role === 'user' || item.role === 'assistant') && typeof item.content === 'string' && item.content
      ? [{ role: item.role, content: item.content }]
      : [],
  )

/** Searches the knowledge of the bot and emits the results. */
export async function recall(
  turn: Turn,
  settings: BotConfig['knowledge'],
  query: string,
  parent: Span,
): Promise<KnowledgeChunk[]> {
  const port = turn.deps.ports.knowledge
  if (!port) {
    reportUnavailable('knowledge', parent)
    return []
  }
  const span = parent.start('retrieval', 'knowledge', { query, top_k: settings.top_k, min_score: settings.min_score })
  try {
    const chunks = await watchModels(modelSpans(span, turn.budget.add), () =>
      port.retrieve(query, settings, turn.context, earlierMessages(turn)),
    )
    span.end({ output: chunks.map(({ text, score, documentName }) => ({ text, score, documentName })) })
    // An empty result may be premature: people ask about a document right after they have added it.
    const processing = chunks.length ? 0 : await port.countProcessing(settings, turn.context)
    turn.emit({ type: 'knowledge', chunks, query, isShown: settings.show_source, processing })
    return chunks
  } catch (cause) {
    span.fail(cause)
    throw cause
  }
}
