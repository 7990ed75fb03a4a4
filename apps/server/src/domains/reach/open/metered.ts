import { ConnectorId } from '@orrery/contract'
import type { Ctx } from '#kit/http/context.ts'
import type { Gate } from './gate.ts'
import type { UsageKind } from './usage.table.ts'

type Handle = (input: never, ctx: Ctx) => unknown

/** Wraps handlers so that calls of programs pass the gate and are counted. */
export function metered<H extends object>(
  handlers: H,
  kind: UsageKind,
  ports: { readonly gate: Pick<Gate, 'admit'> },
): H {
  const entries = Object.entries(handlers as Record<string, Handle>).map(([name, handle]) => {
    const counted = async (input: never, ctx: Ctx) => {
      const { actor, located } = ctx
      if (!actor?.token || !located) return handle(input, ctx)
      const settle = await ports.gate.admit({
        kind,
        resourceId: located.kind === 'space' ? '0' : located.id,
        spaceId: located.spaceId,
        userId: actor.userId,
        tokenId: actor.token.id,
        connectorId: ConnectorId.api,
      })
      try {
        const result = await handle(input, ctx)
        settle({})
        return result
      } catch (cause) {
        settle({ failed: 1 })
        throw cause
      }
    }
    return [name, counted]
  })
  return Object.fromEntries(entries) as H
}
