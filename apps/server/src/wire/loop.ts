import type { Infra } from '#kit/infra.ts'
import type { Chat } from './chat.ts'
import { wireDatasets } from './loop/datasets.ts'
import type { Ground } from './ground.ts'
import { wireTraces } from './loop/traces.ts'

/** What measures and improves: datasets and traces. */
export function wireLoop(infra: Infra, { ground, chat }: { ground: Ground; chat: Chat }) {
  const datasets = wireDatasets(infra, { ground, chat })
  const traces = wireTraces(infra, { ground, chat, datasets })
  return {
    handlers: { ...datasets.handlers, ...traces.handlers },
    services: { ...datasets.services, ...traces.services },
    async start() {
      await datasets.start()
      await traces.start()
    },
  }
}
