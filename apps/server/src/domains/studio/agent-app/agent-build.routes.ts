import type { contract } from '@orrery/contract'
import { interfaceDocument } from '@orrery/contract/shared/interface-document'
import { readFacts } from '@orrery/engine/canvas-facts'
import { errors } from '#kit/errors.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import { agentAppErrors } from './agent-app.errors.ts'
import type { AgentApps } from './agent-app.service.ts'
import type { AgentBots } from './agent-bot.service.ts'
import type { Generator } from './generate.service.ts'

export interface AgentBuildDeps {
  apps: AgentApps
  agentBots: AgentBots
  generate: Generator
}
const SYSTEM = 1
function readDocument(text: string) {
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch {
    throw agentAppErrors.badSandbox({ reason: 'it is not JSON' })
  }
  // Also accepts the answer of sandbox/get, which contains the document.
  const inner = (given as { document?: unknown } | null)?.document ?? given
  const read = interfaceDocument.safeParse(inner)
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw agentAppErrors.badSandbox({
    reason: `${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`.trim().slice(0, 200),
  })
}

export function agentBuildRoutes({ apps, agentBots, generate }: AgentBuildDeps): Handlers<typeof contract.agentBuild> {
  /** The app of a bot. Changing the bot requires the right to change the app. */
  async function appOf(botId: string, named: string | undefined, ctx: Ctx) {
    const { spaceId } = ctx.located!
    if (named && named !== spaceId) throw errors.notFound({ what: 'bot' })
    const app = await apps.ofBot(botId)
    if (!app) throw agentAppErrors.noApp()
    await ctx.access.require(ctx.actor!, 'project', app.projectId, 'editInfo')
    return { botId, projectId: app.projectId, spaceId, userId: ctx.userId }
  }
  return {
    generate: async (input, ctx) => {
      const { requirement, change, language, page_id: page, tables, workflows } = input.string_variables
      const history = input.message_variables['history'] ?? []
      return {
        content: await generate({
          spaceId: input.space_id,
          scene: input.scene,
          requirement: [requirement, change].filter(Boolean).join('\n'),
          said: history.filter(({ type }) => type !== SYSTEM).map(({ content }) => content),
          language,
          page,
          tables,
          workflows,
          signal: ctx.signal,
        }),
      }
    },
    fromSandbox: async (input, ctx) => {
      const document = readDocument(input.sandbox)
      const { space_id: spaceId, bot_id: botId } = input
      if (botId) {
        const located = await ctx.access.require(ctx.actor!, 'bot', botId, 'editInfo')
        if (located.spaceId !== spaceId) throw errors.notFound({ what: 'bot' })
      }
      const given = { spaceId, userId: ctx.userId, locale: ctx.locale, name: input.name, icon: '', botId }
      return { agent_id: await apps.create(given, document) }
    },
    updateBot: async (input, ctx) => {
      const app = await appOf(input.bot_id, input.space_id, ctx)
      for (const { id } of [...input.bot_workflow_list, ...input.agent_workflow_list])
        if (id) await ctx.access.require(ctx.actor!, 'workflow', id, 'editInfo')
      for (const id of input.table_ids) await ctx.access.require(ctx.actor!, 'database', id, 'view')
      const made = await agentBots.update(app, {
        prompt: input.system_prompt,
        skills: input.bot_workflow_list,
        own: input.agent_workflow_list,
        tables: input.table_ids,
      })
      return {
        workflow_list: made.map(({ head, row }) => {
          const { inputs, outputs } = readFacts(row.schema)
          return {
            id: head.id,
            name: head.name,
            desc: head.description,
            schema: row.schema,
            icon_uri: head.iconUri,
            plugin_id: '',
            param: JSON.stringify(inputs),
            outputs: JSON.stringify(outputs),
          }
        }),
      }
    },
    addTables: async (input, ctx) => ({
      table_ids: await agentBots.addTables(await appOf(input.bot_id, input.space_id, ctx), input.table_list),
    }),
  }
}
