import { emptyBotConfig } from '@orrery/contract'
import type { NewId } from '#kit/ids.ts'
import { currentUse } from '#kit/models/model-use.ts'
import type { AgentService } from '#domains/chat/agent/agent.service.ts'
import type { UserFile } from '#domains/chat/agent/shared/turn-types.ts'
import { DEBUG_CONNECTOR } from '#domains/chat/conversation/shared/debug-connector.ts'
import type { TraceService } from '#domains/chat/trace/trace.service.ts'
import { frozenMocks } from '#domains/resources/mock/shared/frozen-mocks.ts'
import { evalTargetErrors } from '../eval-target.errors.ts'
import type { Snapshot } from '../eval-target.table.ts'
import { withOverrides } from '../shared/runtime.ts'
import type { RunTarget, TargetFiles } from '../shared/target-run.ts'
import type { MediaPart } from '#domains/loop/dataset/shared/media.ts'

type BotSnapshot = Extract<Snapshot, { kind: 'bot' }>
export interface BotKindDeps {
  agent: Pick<AgentService, 'run'>
  traces: Pick<TraceService, 'begin' | 'keep'>
  newId: NewId
  files: TargetFiles
}
const NO_SUGGESTIONS = 2
interface Call {
  name: string
  arguments: string
  result?: string
  is_error?: boolean
}
/** Disables everything with outside effects: hooks and tasks that would run later. Suggestions are off to save cost. */
const quietConfig = ({ config, isSampled }: BotSnapshot): BotSnapshot['config'] => ({
  ...config,
  hook_info: emptyBotConfig().hook_info,
  agents: config.agents.map((agent) => ({ ...agent, hook_info: emptyBotConfig().hook_info })),
  task_info: { ...config.task_info, user_task_allowed: isSampled === true && config.task_info.user_task_allowed },
  suggest_reply_info: { ...config.suggest_reply_info, suggest_reply_mode: NO_SUGGESTIONS },
})

/** Converts the parts of a question into the text a person would type and the files they would attach. */
async function questionOf(parts: readonly MediaPart[], { read, linkOf }: TargetFiles) {
  const files: UserFile[] = []
  for (const { uri, name = '' } of parts) {
    const file = uri === undefined ? undefined : await read(uri)
    if (uri !== undefined && file) files.push({ key: uri, name, contentType: file.contentType, url: linkOf(uri) })
  }
  return { text: parts.flatMap(({ text }) => text ?? []).join(' '), files }
}

/**
 * Runs a frozen bot in a turn that belongs to no conversation. Its databases are those of the preview, which protects
 * production rows.
 */
export const botTarget =
  ({ agent, traces, newId, files: stored }: BotKindDeps, snapshot: BotSnapshot): RunTarget =>
  async ({ spaceId, userId, endUser, signal }, { fields, media = {}, history }) => {
    const { input = '', ...customVariables } = withOverrides(fields, snapshot.given)
    const { text, files } = media.input ? await questionOf(media.input, stored) : { text: input, files: [] }
    const [id, conversationId] = [newId(), newId()]
    const { botId, version, name } = snapshot
    const where = { spaceId, userId, connectorId: DEBUG_CONNECTOR, botId, conversationId }
    const recorder = traces.begin(
      { ...where, id, botVersion: version, messageId: id, scene: 'evaluation' },
      { isFleeting: true },
    )
    const span = recorder.root(name, text)
    const said: string[] = ['']
    const calls = new Map<string, Call>()
    const recalled = new Set<string>()
    const agents: string[] = []
    const began = performance.now()
    const fullText = () => said.filter(Boolean).join('\n\n')
    try {
      // Use only the mock sets of the snapshot, not those the person has switched on while editing.
      const run = <T>(work: () => Promise<T>) =>
        frozenMocks.run(snapshot.mocks ?? 'real', () =>
          currentUse.run({ resourceId: botId, userId, source: 'preview' }, work),
        )
      const outcome = await run(() =>
        agent.run(
          {
            scope: { ...where, endUser, turnId: id, isDraft: true, locale: 'en', signal },
            bot: { id: botId, spaceId, name, version, config: quietConfig(snapshot) },
            text,
            files,
            history: history.flatMap(({ input, output }) => [
              { role: 'user' as const, content: input },
              { role: 'assistant' as const, content: output },
            ]),
            customVariables,
            isTrial: true,
            ...(snapshot.isSampled && { isSampled: true }),
            span,
          },
          (event) => {
            if (event.type === 'text') {
              recorder.firstToken()
              said[said.length - 1] += event.delta
            } else if (event.type === 'answerEnd') said.push('')
            else if (event.type === 'call')
              calls.set(event.call.id, { name: event.call.name, arguments: event.call.arguments })
            else if (event.type === 'knowledge') for (const { sliceId } of event.chunks) recalled.add(sliceId)
            else if (event.type === 'jump') agents.push(event.to)
            else if (event.type === 'result')
              Object.assign(calls.get(event.call.id) ?? {}, { result: event.content, is_error: event.isError })
          },
        ),
      )
      if (outcome.pending) throw evalTargetErrors.asksUser()
      span.end({ output: fullText() })
    } catch (cause) {
      span.fail(cause, { output: fullText() })
      traces.keep(recorder.finish(text, fullText()))
      throw cause
    }
    traces.keep(recorder.finish(text, fullText()))
    const { inputTokens, outputTokens, cost } = recorder.totals()
    return {
      outputs: {
        actual_output: fullText(),
        trajectory: JSON.stringify([...calls.values()]),
        ...(recalled.size && { recalled: JSON.stringify([...recalled]) }),
        ...(agents.length && { agents: JSON.stringify(agents) }),
      },
      traceId: id,
      inputTokens,
      outputTokens,
      cost,
      ms: Math.round(performance.now() - began),
    }
  }
