import type { RealModel } from '#domains/chat/model/real-model.ts'
import { createBindingService } from '#domains/resources/database/binding.service.ts'
import { createBotTables } from '#domains/resources/database/bot-tables.ts'
import { databaseNodes, databaseTools } from '#domains/resources/database/database-ports.ts'
import { databaseKind } from '#domains/resources/database/database.kind.ts'
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
import type { Infra } from '#kit/infra.ts'
import type { Ground } from '../ground.ts'
import type { AppPorts, HandlersOf } from '../ports.ts'

/** Wires databases. */
export function wireDatabases(
  infra: Infra,
  { ground, realModel }: { ground: Ground; realModel: RealModel },
  ports: Pick<AppPorts, 'bots'>,
) {
  const { bus, clock, jobs, log, newId, blobs } = infra
  const { db, pool } = infra.database
  const { audit, resources, links, uploads } = ground
  const tenant = createTenant(pool)
  const databases = createDatabaseService({ repo: createDatabaseRepo(db), resources, audit, bus, clock })
  const records = createRecordService({ databases, tenant })
  const bindings = createBindingService({ ports, databases })
  const imports = createImportService({ db, databases, uploads, jobs, newId, clock })
  const statements = createStatementService({ databases, tenant })
  ground.resourceKinds.register('database', databaseKind({ databases, records, resources, bus }))
  const handlers: HandlersOf<'database' | 'table'> = {
    database: databaseRoutes({
      databases,
      records,
      bindings,
      imports,
      transfers: createTransferService({ databases, records, blobs, links }),
      questions: createQuestionService({ model: realModel, tenant }),
      suggestions: createSuggestionService({ model: realModel }),
      uploads,
      links,
    }),
    table: tableRoutes({ databases, records, bindings }),
  }
  return {
    handlers,
    skills: { databases: databaseTools(databases, statements) },
    nodes: { database: databaseNodes(statements, createBotTables(ports)) },
    services: {
      databases,
      databaseBindings: bindings,
      databaseRecords: records,
      databaseStatements: statements,
      databaseImports: imports,
    },
    async start() {
      const account = await readAccount(db)
      if (!account.makes)
        log.warn({ fix: account.fix }, 'the database account may make no roles: nobody can make tables')
      await imports.start()
    },
  }
}
