import { createBindingService } from '../domains/database/binding.service.ts'
import { databaseNodes, databaseTools } from '../domains/database/database-ports.ts'
import { createDatabaseRepo } from '../domains/database/database.repo.ts'
import { databaseRoutes } from '../domains/database/database.routes.ts'
import { createDatabaseService } from '../domains/database/database.service.ts'
import { createImportService } from '../domains/database/import.service.ts'
import { createQuestionService } from '../domains/database/question.service.ts'
import { createRecordService } from '../domains/database/record.service.ts'
import { createStatementService } from '../domains/database/statement.service.ts'
import { tableRoutes } from '../domains/database/table.routes.ts'
import { createTenant } from '../domains/database/tenant.ts'
import { createTransferService } from '../domains/database/transfer.service.ts'
import { memoryNode, memorySkill } from '../domains/memory/memory-ports.ts'
import { createMemoryRepo } from '../domains/memory/memory.repo.ts'
import { memoryRoutes } from '../domains/memory/memory.routes.ts'
import { createMemoryService } from '../domains/memory/memory.service.ts'
import { variableNodes, variableSkill } from '../domains/variable/variable-ports.ts'
import { createVariableRepo } from '../domains/variable/variable.repo.ts'
import { variableRoutes } from '../domains/variable/variable.routes.ts'
import { createVariableService } from '../domains/variable/variable.service.ts'
import type { Infra } from '../kit/infra.ts'
import type { SkillPorts } from '../domains/agent/skill-ports.ts'
import type { BotLife, Uploads } from './bots.ts'
import type { Ground, HandlersOf } from './ground.ts'
import type { Models } from './models.ts'
import type { WorkflowPorts } from './workflows.ts'

/** Tables that people make, variables, and what bots remember of people. */
export function wireData(
  infra: Infra,
  ground: Ground,
  { uploads }: Uploads,
  { bots }: BotLife,
  { skillPorts }: { skillPorts: SkillPorts },
  { models }: Models,
) {
  const { bus, clock, jobs, newId, blobs } = infra
  const { db, pool } = infra.database
  const { audit, resources, links } = ground
  const tenant = createTenant(pool)
  const databases = createDatabaseService({ repo: createDatabaseRepo(db), resources, audit, bus, clock })
  const records = createRecordService({ databases, tenant })
  const bindings = createBindingService({ bots, databases })
  const imports = createImportService({ db, databases, uploads, jobs, newId, clock })
  const transfers = createTransferService({ databases, records, blobs, links })
  const questions = createQuestionService({ models, tenant })
  const statements = createStatementService({ databases, tenant })
  const variables = createVariableService({ repo: createVariableRepo(db), bots, resources, clock })
  const memories = createMemoryService({ repo: createMemoryRepo(db), newId, clock })
  const handlers: HandlersOf<'database' | 'memory' | 'table' | 'variables'> = {
    memory: memoryRoutes(memories),
    variables: variableRoutes(variables),
    database: databaseRoutes({ databases, records, bindings, imports, transfers, questions, uploads, links }),
    table: tableRoutes({ databases, records, bindings }),
  }
  const nodes: WorkflowPorts = {
    database: databaseNodes(statements),
    variables: variableNodes(variables),
    memory: memoryNode(memories),
  }
  skillPorts.databases = databaseTools(databases, statements)
  skillPorts.variables = variableSkill(variables)
  skillPorts.memory = memorySkill(memories)
  return {
    handlers,
    nodes,
    services: {
      databases,
      databaseImports: imports,
      variables,
      memories,
      /** Everything that tables, variables and memories hold of a person, in every space. */
      async eraseUserData(userId: string) {
        for (const part of [databases, variables, memories]) await part.eraseUser(userId)
      },
    },
    start: () => imports.start(),
  }
}
