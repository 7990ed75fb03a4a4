import { DESK_LIMITS, DeskScene, isId } from '@orrery/contract'
import { z } from 'zod'
import type { BriefTokens } from '#kit/brief-token.ts'
import type { Clock } from '#kit/clock.ts'
import { errors, type Locale } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import { requireStorable } from '#kit/http/storable.ts'
import type { ModelService } from '#domains/chat/model/model.service.ts'
import type { ConversationService } from '#domains/chat/conversation/conversation.service.ts'
import { DEBUG_CONNECTOR } from '#domains/chat/conversation/shared/debug-connector.ts'
import type { DeskAgents } from './desk-agent.service.ts'
import type { DeskPrompts } from './desk-prompt.ts'
import { deskErrors } from './desk.errors.ts'
import type { DeskRepo } from './desk.repo.ts'
import type { InstanceRow } from './desk.table.ts'
import type { DeskInstances } from './instance.service.ts'

export interface SceneDeps {
  repo: DeskRepo
  instances: DeskInstances
  agents: DeskAgents
  prompts: DeskPrompts
  models: Pick<ModelService, 'resolve'>
  conversations: Pick<ConversationService, 'chat'>
  tokens: BriefTokens
  newId: NewId
  clock: Clock
}
export interface SceneCall {
  scene: string
  api_type: number
  token: string
  body: string
}
interface Grant {
  userId: string
  /** `all`, or the ids of the spaces within the reach of the token that requested this one. */
  spaces: string
}
const TOKEN = 'desk'
const LIFETIME_S = 3600
const WORKFLOW = 1
const HISTORY_MESSAGES = 12
const DESK_SCENE = 4
const botScene = /^bot\.([1-9]\d{0,18})(?:\.([\w-]{1,64}))?$/
const bodySchema = z.object({
  instance_id: z.string().refine(isId, 'must be an id'),
  query: z.string().max(DESK_LIMITS.question).default(''),
  parameters: z.record(z.string().max(200), z.string().max(20_000)).default({}),
})
type Body = z.output<typeof bodySchema>

/** Answers the questions of desks. The scene of the token decides what runs; the body contains only the question. */
export function createDeskScenes(deps: SceneDeps) {
  const { repo, instances, newId, clock } = deps

  function grantOf({ token, scene }: SceneCall): Grant {
    const claims = deps.tokens.read(TOKEN, token)
    if (!claims?.['user'] || claims['scene'] !== scene) throw deskErrors.badToken()
    return { userId: claims['user'], spaces: claims['spaces'] ?? '' }
  }
  async function requireReach(row: InstanceRow, { spaces }: Grant): Promise<string> {
    const spaceId = await instances.spaceOf(row)
    if (spaces !== 'all' && !spaces.split(' ').includes(spaceId)) throw errors.notFound({ what: 'document' })
    return spaceId
  }
  /** Stores the question before the model is called, and the partial answer even if the call is aborted. */
  async function ask(
    row: InstanceRow,
    spaceId: string,
    body: Body,
    signal: AbortSignal,
    onText: (text: string) => void,
  ) {
    if (!body.query.trim()) throw deskErrors.noQuestion({ max: DESK_LIMITS.question })
    const system = await deps.prompts.of(row, body.query, signal)
    const said = await repo.said(row.id, HISTORY_MESSAGES)
    const say = (role: 'user' | 'assistant', content: string) =>
      repo.say([
        {
          id: newId(),
          instanceId: row.id,
          role,
          content: content.replaceAll('\0', '').toWellFormed(),
          createdAt: clock.now(),
        },
      ])
    await say('user', body.query)
    const model = await deps.models.resolve(undefined, spaceId)
    let text = ''
    const messages = [
      { role: 'system' as const, content: system },
      ...said.map(({ role, content }) => ({ role, content })),
      { role: 'user' as const, content: body.query },
    ]
    try {
      const answer = await model.chat(
        { messages, signal },
        {
          text(piece) {
            text += piece
            onText(piece)
          },
        },
      )
      text = answer.text
    } finally {
      if (text) await say('assistant', text)
    }
    return text
  }
  async function askBot(
    botId: string,
    command: string,
    grant: Grant,
    body: Body,
    locale: Locale,
    onText: (text: string) => void,
  ) {
    const bot = await deps.agents.botOf(botId, grant.userId)
    const row = await instances.own(botId, body.instance_id, grant.userId)
    await requireReach(row, grant)
    if (command && !bot?.config.shortcuts.some(({ command_id }) => command_id === command))
      throw deskErrors.unknownScene()
    if (!command && !body.query.trim()) throw deskErrors.noQuestion({ max: DESK_LIMITS.question })
    const live = await deps.conversations.chat({
      botId,
      userId: grant.userId,
      connectorId: DEBUG_CONNECTOR,
      isDraft: false,
      scene: DESK_SCENE,
      conversationId: row.conversationId ?? undefined,
      locale,
      query: body.query,
      contentType: 'text',
      traceScene: 'online',
      customVariables: {},
      ...(command && { firstTool: { commandId: command, args: body.parameters }, maySayNothing: true }),
    })
    let text = ''
    live.listen((event) => {
      if (event.type === 'delta' && event.message.type === 'answer') {
        text += event.content
        onText(event.content)
      } else if (event.type === 'message' && event.message.type === 'answer') {
        text += event.message.content
        onText(event.message.content)
      }
    })
    await live.finished
    return text
  }
  return {
    /** Creates a desk token for one scene. */
    token: (scene: string, userId: string, spaces: string): string => {
      if (scene !== DeskScene.ask && scene !== DeskScene.write && !botScene.test(scene)) throw deskErrors.unknownScene()
      return deps.tokens.make(TOKEN, { user: userId, scene, spaces }, LIFETIME_S)
    },
    /** Checks token and body before the stream starts. */
    prepare(call: SceneCall, locale: Locale) {
      const grant = grantOf(call)
      const body = readBody(call.body)
      const [, botId, command = ''] = botScene.exec(call.scene) ?? []
      if (call.api_type === WORKFLOW && !command) throw deskErrors.otherType()
      return async (signal: AbortSignal, onText: (text: string) => void): Promise<string> => {
        if (botId) return askBot(botId, command, grant, body, locale, onText)
        const agentId = call.scene === DeskScene.ask ? 'reader' : 'writer'
        const row = await instances.own(agentId, body.instance_id, grant.userId)
        return ask(row, await requireReach(row, grant), body, signal, onText)
      }
    },
  }
}
export type DeskScenes = ReturnType<typeof createDeskScenes>

function readBody(text: string): Body {
  let value: unknown
  try {
    value = JSON.parse(text || '{}')
  } catch {
    throw deskErrors.badBody({ problem: 'it is not JSON', problemZh: '不是 JSON' })
  }
  const read = bodySchema.safeParse(value)
  if (read.success) return requireStorable(read.data)
  const [issue] = read.error.issues
  const problem = `${issue?.path.join('.') || 'body'}: ${issue?.message ?? ''}`.slice(0, 120)
  throw deskErrors.badBody({ problem, problemZh: problem })
}
