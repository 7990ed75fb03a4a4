import { contract, type Op, type Ops } from '@orrery/contract'
import { errors } from '#kit/errors.ts'
import type { Ctx } from '#kit/http/context.ts'
import { requireStorable } from '#kit/http/storable.ts'
import { inputError } from '#kit/validation-message.ts'
import { deskErrors } from './desk.errors.ts'

type Handle = (input: never, ctx: Ctx) => unknown
const PREFIX = '/api/card_builder/agent/'
const POST = 2
/** Uploads, streams and this call itself cannot be made by path. */
const excluded = new Set<Op>([
  contract.deskPaper.upload,
  contract.deskWriter.trigger,
  contract.deskWriter.triggerOnce,
  contract.deskWriter.universal,
])

/** Makes calls of the desks by path: only those of a fixed list, inside this process, with the rights of the caller. */
export function createDeskGateway(parts: readonly (readonly [Ops, Record<string, Handle>])[]) {
  const known = new Map<string, { op: Op; handle: Handle }>()
  for (const [ops, handlers] of parts)
    for (const [name, op] of Object.entries(ops)) {
      const handle = handlers[name]
      if (handle && !excluded.has(op)) known.set(op.routes[0]!.path, { op, handle })
    }
  return async (
    given: { api_path: string; method: number; query: string; body: string },
    ctx: Ctx,
  ): Promise<string> => {
    const found = known.get(given.api_path) ?? known.get(PREFIX + given.api_path)
    if (!found) {
      const names = [...known.keys()].map((path) => path.slice(PREFIX.length))
      throw deskErrors.notAllowed({ known: names.join(', ') })
    }
    if (given.method !== POST) throw deskErrors.otherMethod({ method: 'POST (2)' })
    if (!ctx.actor) throw errors.notFound({ what: 'call' })
    const raw = { ...Object.fromEntries(new URLSearchParams(given.query)), ...readObject(given.body) }
    const parsed = found.op.input.safeParse(raw)
    const located = await ctx.access.check(ctx.actor, found.op.access, parsed.success ? parsed.data : raw)
    if (!parsed.success) throw inputError(parsed.error, raw)
    const result = await found.handle(requireStorable(parsed.data) as never, located ? { ...ctx, located } : ctx)
    const value = (result ?? {}) as object
    return JSON.stringify(
      found.op.reply === 'flat' ? { code: 0, msg: '', ...value } : { code: 0, msg: '', data: value },
    )
  }
}

function readObject(text: string): object {
  if (!text.trim()) return {}
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  } catch {
    // The error below reports it.
  }
  throw deskErrors.badBody({ problem: 'it is not a JSON object', problemZh: '不是 JSON 对象' })
}
