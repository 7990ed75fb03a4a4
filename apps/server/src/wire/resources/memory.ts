import { OnOff } from '@orrery/contract'
import { DEBUG_CONNECTOR } from '#domains/chat/conversation/shared/debug-connector.ts'
import { createLaterUsage } from '#domains/chat/conversation/shared/later-usage.ts'
import type { RealModel } from '#domains/chat/model/real-model.ts'
import { createLocationService } from '#domains/resources/location/location.service.ts'
import { locationRoutes } from '#domains/resources/location/location.routes.ts'
import { countryTable } from '#domains/resources/location/place-finder.ts'
import { createLearning } from '#domains/resources/memory/learning.service.ts'
import { createLessonRepo } from '#domains/resources/memory/lesson.repo.ts'
import { memoryNode, memorySkill } from '#domains/resources/memory/memory-ports.ts'
import { createMemorySearch, type MemorySearchDeps } from '#domains/resources/memory/memory-search.ts'
import { createMemoryRepo } from '#domains/resources/memory/memory.repo.ts'
import { memoryRoutes } from '#domains/resources/memory/memory.routes.ts'
import { createMemoryService } from '#domains/resources/memory/memory.service.ts'
import { variableNodes, variableSkill } from '#domains/resources/variable/variable-ports.ts'
import { createVariableRepo } from '#domains/resources/variable/variable.repo.ts'
import { variableRoutes } from '#domains/resources/variable/variable.routes.ts'
import { createVariableService } from '#domains/resources/variable/variable.service.ts'
import type { Infra } from '#kit/infra.ts'
import type { Chat } from '../chat.ts'
import type { Ground } from '../ground.ts'
import type { AppPorts, HandlersOf } from '../ports.ts'

interface Services {
  ground: Ground
  chat: Chat
  realModel: RealModel
  /** Embeds texts with the named model, or the default of the space. */
  embedder: MemorySearchDeps['embedder']
}

/** Wires what bots store about the people they talk to: variables and memories. */
export function wireMemories(
  infra: Infra,
  { ground, chat, realModel, embedder }: Services,
  ports: Pick<AppPorts, 'bots'>,
) {
  const { clock, jobs, log, newId } = infra
  const { db } = infra.database
  const { resources } = ground
  const leftOut = infra.config.locationsLeftOut
  const locations = createLocationService({ db, places: countryTable(), leftOut, clock })
  const variables = createVariableService({ repo: createVariableRepo(db), ports, resources, locations, clock })
  const repo = createMemoryRepo(db)
  const { spaceOf } = resources
  const search = createMemorySearch({ repo, clock, log, spaceOf, embedder })
  /** Whether memory is on for a bot. Without a bot there is no such setting, so it is off. */
  const isOn = async (botId: string, connectorId: string | undefined) => {
    const served = connectorId && connectorId !== DEBUG_CONNECTOR
    const bot = served ? ports.bots.getPublished(botId, connectorId) : ports.bots.getDraftForRun(botId)
    const { config } = (await bot.catch(() => undefined)) ?? {}
    return config?.bot_tag_info.time_capsule_info.time_capsule_mode === OnOff.on
  }
  const memories = createMemoryService({ repo, search, newId, clock, jobs, isOn })
  const learning = createLearning({
    repo,
    lessons: createLessonRepo(db),
    search,
    model: realModel,
    spaceOf,
    onModelCall: createLaterUsage(chat.traces, chat.conversations),
    jobs,
    newId,
    clock,
    log,
  })
  const handlers: HandlersOf<'location' | 'memory' | 'variables'> = {
    location: locationRoutes(locations),
    memory: memoryRoutes(memories),
    variables: variableRoutes(variables),
  }
  return {
    handlers,
    skills: { variables: variableSkill(variables), memory: memorySkill(memories, learning) },
    nodes: { variables: variableNodes(variables), memory: memoryNode(memories) },
    services: { variables, memories, memoryLearning: learning },
    async start() {
      await learning.start()
      await memories.start()
    },
  }
}
