import type { Span } from '#domains/chat/trace/shared/recorder.ts'
import type { AgentOutcome } from './agent-run.ts'
import { agentErrors } from './agent.errors.ts'
import { nodeCards } from './show-card.ts'
import { createSpeaker } from './speaker.ts'
import type { Turn } from './turn-scope.ts'

const noUsage = { inputTokens: 0, outputTokens: 0, cachedTokens: 0, reasoningTokens: 0, isEstimated: false }

/** Runs the whole turn as one run of the bot's chatflow. */
export async function runChatflow(turn: Turn, parent: Span): Promise<AgentOutcome> {
  const { request, deps, emit, context } = turn
  const workflowId = request.bot.config.layout_info.workflow_id
  if (!deps.ports.workflows) throw agentErrors.noWorkflows()
  if (!workflowId) throw agentErrors.noChatflow()
  const span = parent.start('workflow', 'chatflow', { workflow_id: workflowId, input: request.text })
  const speaker = createSpeaker(emit, true)
  let said = ''
  try {
    const result = await deps.ports.workflows.chat(
      {
        workflowId,
        input: request.text,
        history: request.history.flatMap((item) =>
          (item.role === 'user' || item.role === 'assistant') && typeof item.content === 'string' && item.content
            ? [{ role: item.role, content: item.content }]
            : [],
        ),
        variables: turn.variables,
        parameters: request.parameters ?? {},
        state: request.pending?.kind === 'chatflow' ? request.pending.state : undefined,
        say(delta) {
          said += delta
          speaker.say(delta)
        },
        sayEnd: speaker.sayEnd,
        cards: await nodeCards(turn, workflowId, '', (card) => {
          said += card.text
          speaker.show(card)
        }),
      },
      { ...context, signal: turn.budget.signal },
    )
    if (result.kind === 'interrupt') {
      speaker.close()
      const call = { id: `chatflow_${request.scope.turnId}`, name: 'chatflow', arguments: '{}' }
      emit({ type: 'interrupt', question: result.question, call, kind: 'chatflow', card: result.card })
      span.end({ output: result.question, attributes: { waitsFor: 'user' } })
      return {
        kind: 'pending',
        pending: { kind: 'chatflow', agentId: '', call, rest: [], messages: [], state: result.state },
      }
    }
    // The streamed text is the answer; without it, the result is.
    const isSaid = result.kind === 'answer' ? result.isSaid === true : said !== ''
    if (!isSaid && result.content) speaker.say(result.content)
    if (result.usage) turn.budget.add({ ...noUsage, ...result.usage })
    const { cost, ...counts } = result.usage ?? {}
    const usage = result.usage && { ...noUsage, ...counts }
    span.end({ output: said || result.content, usage, cost, attributes: result.attributes ?? {} })
    return { kind: 'answered', text: said || result.content }
  } catch (cause) {
    span.fail(cause, { output: said })
    throw cause
  }
}
