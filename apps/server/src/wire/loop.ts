import type { Infra } from '#kit/infra.ts'
import type { Chat } from './chat.ts'
import { wireDatasets } from './loop/datasets.ts'
import type { Ground } from './ground.ts'
import { wirePrompts } from './loop/prompts.ts'
import type { Resources } from './resources.ts'
import { wireTraces } from './loop/traces.ts'

/** What measures and improves: datasets, prompts and traces. */
export function wireLoop(infra: Infra, lower: { ground: Ground; chat: Chat; resources: Resources }) {
  const { ground, chat } = lower
  const datasets = wireDatasets(infra, lower)
  const traces = wireTraces(infra, { ground, chat, datasets })
  const prompts = wirePrompts(infra, { ...lower, judging: traces.judging })
  return {
    handlers: { ...datasets.handlers, ...prompts.handlers, ...traces.handlers },
    services: { ...datasets.services, ...prompts.services, ...traces.services },
    async start() {
      await datasets.start()
      await traces.start()
      await prompts.start()
    },
  }
}
