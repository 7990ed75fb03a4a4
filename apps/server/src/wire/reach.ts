import { type CallMeter, createCallMeter } from '#domains/reach/developer/call-meter.ts'
import { createGate } from '#domains/reach/open/gate.ts'
import { createLedger } from '#domains/reach/open/ledger.service.ts'
import { createQuotaService } from '#domains/reach/open/quota.service.ts'
import type { Infra } from '#kit/infra.ts'
import { createRateLimiter } from '#kit/rate-limit.ts'
import type { Chat } from './chat.ts'
import type { Flow } from './flow.ts'
import type { Ground } from './ground.ts'
import type { Library } from './library.ts'
import type { Market } from './market.ts'
import { wireChannels } from './reach/channel.ts'
import { wireConnectors } from './reach/connector.ts'
import { wireDeveloper } from './reach/developer.ts'
import { wireOpen } from './reach/open.ts'
import { wireShare } from './reach/share.ts'
import type { Resources } from './resources.ts'
import type { Studio } from './studio.ts'

interface Lower {
  ground: Ground
  chat: Chat
  library: Library
  resources: Resources
  flow: Flow
  studio: Studio
  market: Market
}

/** Wires access from outside: how programs and visitors use published resources. */
export function wireReach(infra: Infra, lower: Lower) {
  const calls = createCallMeter({ pool: infra.database.pool, clock: infra.clock, log: infra.log })
  infra.onClose(calls.flush)
  const meter = wireMeter(infra, lower, calls)
  const open = wireOpen(infra, { ...lower, ...meter })
  const share = wireShare(infra, { ...lower, ...meter, openChats: open.services.openChats, openCall: open.openCall })
  const channels = wireChannels(infra, { ...lower, openChats: open.services.openChats })
  const connectors = wireConnectors(infra, {
    ...lower,
    webhooks: open.services.webhooks,
    shares: share.services.shares,
    lab: channels.lab,
  })
  const developer = wireDeveloper(infra, {
    ...lower,
    webhooks: open.services.webhooks,
    meter: calls,
    ledger: meter.openLedger,
  })
  return {
    handlers: {
      ...open.handlers,
      ...share.handlers,
      ...channels.handlers,
      ...connectors.handlers,
      ...developer.handlers,
    },
    direct: channels.direct,
    services: {
      ...meter,
      ...open.services,
      ...share.services,
      ...channels.services,
      ...connectors.services,
      callMeter: calls,
    },
    provides: {
      gate: meter.openGate,
      botEvents: open.services.webhooks,
      shares: share.services.shares,
      channels: channels.port,
      customConnectors: connectors.port,
    },
    async start() {
      await open.start()
      await share.start()
      await channels.start()
      await connectors.start()
    },
  }
}

/** Wires quotas and usage of access from outside. */
function wireMeter(infra: Infra, { ground }: { ground: Ground }, calls: CallMeter) {
  const { clock, bus, log, newId } = infra
  const { db, pool } = infra.database
  const ledger = createLedger({ db, pool, clock, log })
  const quotas = createQuotaService({ db, pool, bus, audit: ground.audit, newId, clock })
  const perToken = infra.config.apiCallsPerMinute
  const gate = createGate({
    limiter: createRateLimiter(clock),
    rates: { user: perToken * 2, bot: perToken * 5, space: perToken * 10 },
    quotas,
    ledger,
    log,
    spaceOf: ground.resources.spaceOf,
    onTokens: calls.spent,
    factorOf: ground.userLevels.factorOf,
  })
  infra.onClose(ledger.flush)
  return { openGate: gate, openQuotas: quotas, openLedger: ledger }
}
export type Meter = ReturnType<typeof wireMeter>
