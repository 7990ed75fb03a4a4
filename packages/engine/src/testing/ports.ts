import type { Plan, Ports } from '#model.ts'
import { compile } from '#canvas/compile.ts'
import type { Call, ModelReply, ModelRequest } from '#ports.ts'
import type { Values } from '#values/own.ts'

/** Deterministic fake ports for tests, which record what was requested. */
export interface World {
  ports: Ports
  asked: { port: string; request: unknown; call: Call }[]
  variables: Map<string, unknown>
}

export type Code = (params: Values, call: Call) => unknown
export type Model = (request: ModelRequest, call: Call) => ModelReply | string | Promise<ModelReply | string>

export interface WorldOptions {
  code?: Record<string, Code>
  model?: Model
  workflows?: Record<string, unknown>
  variables?: Record<string, unknown>
  ports?: Partial<Ports>
  /** Chunk size of streamed model text. */
  piece?: number
}

export const lastUser = (request: ModelRequest): string => {
  const content = request.messages.findLast((message) => message.role === 'user')?.content ?? ''
  return typeof content === 'string'
    ? content
    : content.map((item) => (item.type === 'text' ? item.text : `<${item.type}:${item.url}>`)).join('')
}

export function createWorld(options: WorldOptions = {}): World {
  const asked: World['asked'] = []
  const variables = new Map(Object.entries(options.variables ?? {}))
  const plans = new Map<string, Plan>()
  let ids = 0
  const note = (port: string, request: unknown, call: Call) => {
    asked.push({ port, request, call })
  }
  const planOf = (id: string, version: string): Plan | undefined => {
    const key = version ? `${id}@${version}` : id
    const source = options.workflows?.[key]
    if (source && !plans.has(key)) plans.set(key, compile(source, { workflowId: id, version }))
    return plans.get(key)
  }
  const ports: Ports = {
    newId: () => `event-${++ids}`,
    model: {
      async chat(request, call, onDelta) {
        note('model', request, call)
        const said = (await options.model?.(request, call)) ?? `echo: ${lastUser(request)}`
        const reply = typeof said === 'string' ? { text: said, usage: { input: 2, output: 1 } } : said
        const size = options.piece ?? 3
        for (let i = 0; i < reply.text.length; i += size) {
          await Promise.resolve()
          if (call.signal.aborted) throw new Error('aborted')
          onDelta?.({ text: reply.text.slice(i, i + size) })
        }
        return reply
      },
    },
    code: {
      async run(request, call) {
        note('code', request, call)
        const act = options.code?.[request.code]
        if (!act) throw new Error(`no code named ${request.code}`)
        return { output: await act(request.params, call) }
      },
    },
    variables: {
      read: (scope, name, call) => {
        note('variables.read', { scope, name }, call)
        return variables.get(`${scope}.${name}`)
      },
      write: (scope, name, value, call) => {
        note('variables.write', { scope, name, value }, call)
        variables.set(`${scope}.${name}`, value)
      },
    },
    workflows: {
      load: ({ workflowId, version }) => planOf(workflowId, version),
      describe: ({ workflowId }) => ({ name: workflowId, description: `does ${workflowId}` }),
    },
    ...options.ports,
  }
  return { ports, asked, variables }
}
