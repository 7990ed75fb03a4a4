import type { Ctx } from '#kit/http/context.ts'
import type { ConversationService } from '#domains/chat/conversation/conversation.service.ts'
import type { ServedTool } from './mcp-serve.routes.ts'
import { mcpErrors } from './mcp.errors.ts'

/** A published workflow that can run to completion. */
interface ServedWorkflow {
  name: string
  description: string
  parameters: Record<string, unknown>
  /** Runs the workflow; returns its output or the reason why there is none. */
  run(
    args: Record<string, unknown>,
    caller: { userId: string; logId: string; connectorId: string },
  ): Promise<{ output: string } | { problem: string }>
}
export interface ServedDeps {
  ports: {
    readonly servedWorkflows: { find(workflowId: string): Promise<ServedWorkflow> }
    readonly bots: { getPublished(botId: string, connectorId: string): Promise<{ name: string }> }
  }
  conversations: Pick<ConversationService, 'chat'>
}
const API_CONNECTOR = '1024'
const MCP_SCENE = 61
const toolName = (input: string, fallback: string) =>
  input
    .replaceAll(/[^\w-]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, 60) || fallback

/** Workflows and bots as MCP tools. Only published versions are served. */
export function createServedTools(deps: ServedDeps) {
  return {
    async workflowTool(workflowId: string, ctx: Ctx): Promise<ServedTool> {
      const workflow = await deps.ports.servedWorkflows.find(workflowId)
      return {
        name: toolName(workflow.name, 'run_workflow'),
        description: workflow.description || workflow.name,
        parameters: workflow.parameters,
        isReadOnly: false,
        async call(args) {
          const caller = { userId: ctx.userId, logId: ctx.logId, connectorId: API_CONNECTOR }
          const result = await workflow.run(args, caller)
          if ('problem' in result) throw mcpErrors.toolFailed({ reason: result.problem })
          return result.output
        },
      }
    },
    async botTool(botId: string, ctx: Ctx): Promise<ServedTool> {
      const bot = await deps.ports.bots.getPublished(botId, API_CONNECTOR)
      return {
        name: toolName(bot.name, 'ask_bot'),
        description: `Ask “${bot.name}” something and get its answer. Give conversation_id to go on with an earlier conversation.`,
        parameters: {
          type: 'object',
          properties: {
            message: { type: 'string', minLength: 1, description: 'What to say to the bot' },
            conversation_id: { type: 'string', description: 'The conversation to go on with' },
          },
          required: ['message'],
        },
        isReadOnly: false,
        call: (args) =>
          ask(
            deps.conversations,
            botId,
            ctx,
            String(args.message),
            typeof args.conversation_id === 'string' ? args.conversation_id : undefined,
          ),
      }
    },
  }
}

async function ask(
  conversations: Pick<ConversationService, 'chat'>,
  botId: string,
  ctx: Ctx,
  query: string,
  conversationId: string | undefined,
): Promise<string> {
  const live = await conversations.chat({
    botId,
    userId: ctx.userId,
    connectorId: API_CONNECTOR,
    scene: MCP_SCENE,
    isDraft: false,
    conversationId,
    query,
    contentType: 'text',
    traceScene: 'online',
    locale: ctx.locale,
    customVariables: {},
  })
  const answers: { content: string; error: string }[] = []
  live.listen((event) => {
    if (event.type === 'finish')
      answers.push({ content: event.message.content, error: String(event.message.extra.error_msg ?? '') })
  })
  const reason = await live.finished
  if (reason === 'failed' && answers.at(-1)?.error) throw mcpErrors.toolFailed({ reason: answers.at(-1)!.error })
  const answer = answers
    .map(({ content }) => content)
    .filter(Boolean)
    .join('\n\n')
  if (!answer) throw mcpErrors.toolFailed({ reason: 'the bot gave no answer' })
  return JSON.stringify({ answer, conversation_id: live.conversationId })
}
