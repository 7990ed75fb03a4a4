import { createBindingService } from '../domains/database/binding.service.ts'
import { databaseNodes, databaseTools } from '../domains/database/database-ports.ts'
import { createDatabaseRepo } from '../domains/database/database.repo.ts'
import { databaseRoutes } from '../domains/database/database.routes.ts'
import { createDatabaseService } from '../domains/database/database.service.ts'
import { createImportService } from '../domains/database/import.service.ts'
import { createRecordService } from '../domains/database/record.service.ts'
import { createStatementService } from '../domains/database/statement.service.ts'
import { tableRoutes } from '../domains/database/table.routes.ts'
import { createTenant } from '../domains/database/tenant.ts'
import { createTransferService } from '../domains/database/transfer.service.ts'
import type { Infra } from '../kit/infra.ts'
import type { SkillPorts } from '../domains/agent/skill-ports.ts'
import type { BotLife, Uploads } from './bots.ts'
import type { Ground, HandlersOf } from './ground.ts'
import type { WorkflowPorts } from './workflows.ts'

/** Tables that people make, variables, and what bots remember of people. */
export function wireData(
  infra: Infra,
  ground: Ground,
  { uploads }: Uploads,
  { bots }: BotLife,
  { skillPorts }: { skillPorts: SkillPorts },
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
  const statements = createStatementService({ databases, tenant })
  const handlers: HandlersOf<'database' | 'table'> = {
    database: databaseRoutes({ databases, records, bindings, imports, transfers, uploads, links }),
    table: tableRoutes({ databases, records, bindings }),
  }
  const nodes: WorkflowPorts = { database: databaseNodes(statements) }
  skillPorts.databases = databaseTools(databases, statements)
  return { handlers, nodes, services: { databases }, start: () => imports.start() }
}
