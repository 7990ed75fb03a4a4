import { createLarkService } from '#domains/loop/prompt-release/lark.service.ts'
import type { Infra } from '#kit/infra.ts'
import type { Chat } from './chat.ts'
import type { Flow } from './flow.ts'
import type { Ground } from './ground.ts'
import { wireDatasets } from './loop/datasets.ts'
import { wireEvaluation } from './loop/evaluation.ts'
import { wireLite } from './loop/lite.ts'
import { wirePrompts } from './loop/prompts.ts'
import { wireTraces } from './loop/traces.ts'
import type { Resources } from './resources.ts'
import type { Studio } from './studio.ts'

interface Lower {
  ground: Ground
  chat: Chat
  resources: Resources
  flow: Flow
  studio: Studio
}

/** Wires measurement and improvement: datasets, prompts, traces and evaluation. */
export function wireLoop(infra: Infra, lower: Lower) {
  const { ground, chat } = lower
  const datasets = wireDatasets(infra, lower)
  const traces = wireTraces(infra, { ground, chat, datasets })
  const { egress, secrets, clock } = infra
  const lark = createLarkService({ db: infra.database.db, egress, secrets, clock })
  const evaluation = wireEvaluation(infra, { ...lower, datasets, traces, lark })
  const lite = wireLite(infra, { ...lower, datasets, evaluation })
  const prompts = wirePrompts(infra, { ...lower, judging: traces.judging, lark })
  return {
    handlers: {
      ...datasets.handlers,
      ...prompts.handlers,
      ...traces.handlers,
      ...evaluation.handlers,
      ...lite.handlers,
    },
    provides: { publishGate: evaluation.publishGate, ...datasets.provides, ...prompts.provides },
    services: {
      ...datasets.services,
      ...prompts.services,
      ...traces.services,
      ...evaluation.services,
      ...lite.services,
    },
    async start() {
      await datasets.start()
      await traces.start()
      await prompts.start()
      await evaluation.start()
      await lite.start()
    },
  }
}
