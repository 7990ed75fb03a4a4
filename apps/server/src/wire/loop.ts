import type { Infra } from '#kit/infra.ts'
import type { Chat } from './chat.ts'
import { wireDatasets } from './loop/datasets.ts'
import type { Ground } from './ground.ts'
import type { Resources } from './resources.ts'
import { wireTraces } from './loop/traces.ts'

/** What measures and improves: datasets and traces. */
export function wireLoop(infra: Infra, lower: { ground: Ground; chat: Chat; resources: Resources }) {
  const { ground, chat } = lower
  const datasets = wireDatasets(infra, lower)
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
