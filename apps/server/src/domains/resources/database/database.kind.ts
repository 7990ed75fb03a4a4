import type { Bus } from '#kit/bus.ts'
import type { ResourceService } from '#domains/ground/resource/resource.service.ts'
import { factsFrom } from '#domains/ground/resource/shared/resource-facts.ts'
import { joinTexts, searchTextsFrom } from '#domains/ground/resource/shared/search-texts.ts'
import { createDatabasePorter } from './database.porter.ts'
import type { DatabaseService } from './database.service.ts'
import type { RecordService } from './record.service.ts'

/**
 * Databases as a kind of resource. They cannot move to another space: their rows belong to people and stay in place.
 */
export const databaseKind = (deps: {
  databases: DatabaseService
  records: RecordService
  resources: Pick<ResourceService, 'touch'>
  bus: Bus
}) => ({
  porter: createDatabasePorter(deps),
  remove: ({ id }: { id: string }, userId: string) => deps.databases.remove(id, userId),
  forget: (id: string) => deps.bus.publish('database', id),
  checkRestore: ({ spaceId }: { spaceId: string }) => deps.databases.checkRoom(spaceId),
  async move(id: string, userId: string, projectId: string | undefined) {
    await deps.resources.touch(id, userId, { projectId: projectId ?? null })
    await deps.bus.publish('database', id)
  },
  facts: factsFrom<{ id: string; fields: number }>(
    'SELECT id::text, jsonb_array_length(fields::jsonb) AS fields FROM database_table WHERE id = ANY($1::bigint[])',
    ({ fields }) => ({ state: fields > 0 ? 'ready' : 'empty', counts: { fields } }),
  ),
  searchTexts: searchTextsFrom<{ id: string; fields: { name: string; desc: string }[] | null }>(
    'SELECT id::text, fields FROM database_table WHERE id = ANY($1::bigint[])',
    (row) => joinTexts((row.fields ?? []).flatMap((field) => [field.name, field.desc])),
  ),
})
