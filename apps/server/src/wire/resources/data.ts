import { createBindingService } from '#domains/resources/database/binding.service.ts'
import { databaseNodes, databaseTools } from '#domains/resources/database/database-ports.ts'
import { createDatabaseRepo } from '#domains/resources/database/database.repo.ts'
import { databaseRoutes } from '#domains/resources/database/database.routes.ts'
import { createDatabaseService } from '#domains/resources/database/database.service.ts'
import { createImportService } from '#domains/resources/database/import.service.ts'
import { readAccount } from '#domains/resources/database/open-space.ts'
import { createQuestionService } from '#domains/resources/database/question.service.ts'
import { createRecordService } from '#domains/resources/database/record.service.ts'
import { createStatementService } from '#domains/resources/database/statement.service.ts'
import { createSuggestionService } from '#domains/resources/database/suggestion.service.ts'
import { tableRoutes } from '#domains/resources/database/table.routes.ts'
import { createTenant } from '#domains/resources/database/tenant.ts'
import { createTransferService } from '#domains/resources/database/transfer.service.ts'
import { createLearning } from '#domains/resources/memory/learning.service.ts'
import { createLessonRepo } from '#domains/resources/memory/lesson.repo.ts'
import { memoryNode, memorySkill } from '#domains/resources/memory/memory-ports.ts'
import { createMemorySearch, type Embedder } from '#domains/resources/memory/memory-search.ts'
import { createMemoryRepo } from '#domains/resources/memory/memory.repo.ts'
import { memoryRoutes } from '#domains/resources/memory/memory.routes.ts'
import { createMemoryService } from '#domains/resources/memory/memory.service.ts'
import { variableNodes, variableSkill } from '#domains/resources/variable/variable-ports.ts'
import { createVariableRepo } from '#domains/resources/variable/variable.repo.ts'
import { variableRoutes } from '#domains/resources/variable/variable.routes.ts'
import { createVariableService } from '#domains/resources/variable/variable.service.ts'
import type { Infra } from '#kit/infra.ts'
import type { ReadyModel } from '#domains/chat/model/model.service.ts'
import type { SkillPorts } from '#domains/chat/agent/skill-ports.ts'
import type { BotLife, Uploads } from '../studio/bot.ts'
import type { Ground, HandlersOf } from '../ground.ts'
import type { Models } from '../chat/model.ts'
import type { WorkflowPorts } from '../flow/workflow.ts'

/** Tables that people make, variables, and what bots remember of people. */
export function wireData(
  infra: Infra,
  ground: Ground,
  { uploads }: Uploads,
  { bots }: BotLife,
  { skillPorts }: { skillPorts: SkillPorts },
  { models }: Models,
  /** Who places texts among meanings; with the model named, or that of the space. */
  embedder: (spaceId: string, model?: string) => Promise<Embedder>,
) {
  const { bus, clock, jobs, log, newId, blobs } = infra
  const { db, pool } = infra.database
  const { audit, resources, links } = ground
  const tenant = createTenant(pool)
  const databases = createDatabaseService({ repo: createDatabaseRepo(db), resources, audit, bus, clock })
  const records = createRecordService({ databases, tenant })
  const bindings = createBindingService({ bots, databases })
  const imports = createImportService({ db, databases, uploads, jobs, newId, clock })
  const transfers = createTransferService({ databases, records, blobs, links })
  /** A real model of the space, the default one first. */
  const realModel = async (spaceId: string): Promise<ReadyModel | undefined> => {
    const first = await models.resolve(undefined, spaceId)
    if (!first.isOffline) return first
    const other = (await models.list(spaceId)).find((item) => item.type === 0 && !item.isOffline)
    return other && models.resolve(other.id, spaceId)
  }
  const questions = createQuestionService({ model: realModel, tenant })
  const suggestions = createSuggestionService({ model: realModel })
  const statements = createStatementService({ databases, tenant })
  const variables = createVariableService({ repo: createVariableRepo(db), bots, resources, clock })
  const memoryRepo = createMemoryRepo(db)
  const spaceOf = async (botId: string) => (await resources.get(botId))?.spaceId
  const memorySearch = createMemorySearch({ repo: memoryRepo, clock, log, spaceOf, embedder })
  const memories = createMemoryService({ repo: memoryRepo, search: memorySearch, newId, clock })
  const learning = createLearning({
    repo: memoryRepo,
    lessons: createLessonRepo(db),
    search: memorySearch,
    model: realModel,
    spaceOf,
    jobs,
    newId,
    clock,
    log,
  })
  const handlers: HandlersOf<'database' | 'memory' | 'table' | 'variables'> = {
    memory: memoryRoutes(memories),
    variables: variableRoutes(variables),
    database: databaseRoutes({
      databases,
      records,
      bindings,
      imports,
      transfers,
      questions,
      suggestions,
      uploads,
      links,
    }),
    table: tableRoutes({ databases, records, bindings }),
  }
  const nodes: WorkflowPorts = {
    database: databaseNodes(statements),
    variables: variableNodes(variables),
    memory: memoryNode(memories),
  }
  skillPorts.databases = databaseTools(databases, statements)
  skillPorts.variables = variableSkill(variables)
  skillPorts.memory = memorySkill(memories, learning)
  return {
    handlers,
    nodes,
    services: {
      databases,
      databaseRecords: records,
      databaseImports: imports,
      variables,
      memories,
      memoryLearning: learning,
      /** Everything that tables, variables and memories hold of a person, in every space. */
      async eraseUserData(userId: string) {
        for (const part of [databases, variables, memories]) await part.eraseUser(userId)
      },
    },
    async start() {
      const account = await readAccount(db)
      if (!account.makes)
        log.warn({ fix: account.fix }, 'the database account may make no roles: nobody can make tables')
      await imports.start()
      await learning.start()
    },
  }
}
