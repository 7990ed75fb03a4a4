import { contract, type Op } from '@orrery/contract'
import { badInput } from '#kit/errors.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import { inputError } from '#kit/validation-message.ts'
import { parseJson } from './shared/parse-json.ts'

/** A call and its handler. */
interface Reading {
  op: Op
  handle(input: never, ctx: Ctx): unknown
}
export interface OfflineDeps {
  observation: Handlers<typeof contract.observation>
  figures: Handlers<typeof contract.traceFigures>
  threads: Handlers<typeof contract.traceThreads>
}

export function offlineRoutes({ observation, figures, threads }: OfflineDeps): Handlers<typeof contract.traceOffline> {
  const ofTraces = (name: keyof typeof contract.observation): Reading => ({
    op: contract.observation[name],
    handle: observation[name],
  })
  const ofFigures = (name: keyof typeof contract.traceFigures): Reading => ({
    op: contract.traceFigures[name],
    handle: figures[name],
  })
  const ofThreads = (name: keyof typeof contract.traceThreads): Reading => ({
    op: contract.traceThreads[name],
    handle: threads[name],
  })
  /** Calls by their number on the wire. */
  const readings = [
    ofTraces('traces'),
    ofTraces('trace'),
    ofTraces('byLogId'),
    ofTraces('advanceInfo'),
    ofFigures('metrics'),
    ofFigures('tagOptions'),
    ofThreads('list'),
    ofThreads('get'),
    ofThreads('meta'),
    ofTraces('allSpans'),
    ofTraces('modelSpans'),
    ofTraces('search'),
    ofTraces('spanInfo'),
  ]
  return {
    read: async ({ type, body }, ctx) => ({ type, body: await readOffline(readings[type]!, body, ctx) }),
  }
}

/** Runs one of our calls with its input as JSON text, with the access rights of the caller. */
async function readOffline({ op, handle }: Reading, body: string, ctx: Ctx): Promise<string> {
  const raw = parseJson(body)
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw))
    throw badInput('body', 'it must be a JSON object: the input of the call', '须为 JSON 对象，即该调用的输入')
  const parsed = op.input.safeParse(raw)
  const located = await ctx.access.check(ctx.actor!, op.access, parsed.success ? parsed.data : raw)
  if (!parsed.success) throw inputError(parsed.error, raw)
  const result = await handle(parsed.data as never, { ...ctx, signal: ctx.signal, request: ctx.request, located })
  return JSON.stringify(
    op.reply === 'flat' ? { code: 0, msg: '', ...(result as object) } : { code: 0, msg: '', data: result },
  )
}
