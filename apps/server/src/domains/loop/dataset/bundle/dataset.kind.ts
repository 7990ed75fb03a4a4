import { joinTexts, searchTextsFrom } from '#domains/ground/resource/shared/search-texts.ts'
import type { DatasetService } from '../dataset.service.ts'
import { createDatasetPorter, type DatasetPorterDeps } from './dataset.porter.ts'

/** The resource kind of datasets. Search finds them by the names of their fields; rows have their own search. */
export const datasetKind = (deps: DatasetPorterDeps & { datasets: Pick<DatasetService, 'remove'> }) => ({
  porter: createDatasetPorter(deps),
  remove: async ({ id }: { id: string }, userId: string) => void (await deps.datasets.remove(id, userId)),
  searchTexts: searchTextsFrom<{ id: string; fields: { name: string; description: string }[] }>(
    `SELECT dataset.id::text, dataset_schema.fields FROM dataset
     JOIN dataset_schema ON dataset_schema.id = dataset.schema_id WHERE dataset.id = ANY($1::bigint[])`,
    ({ fields }) => joinTexts(fields.flatMap(({ name, description }) => [name, description])),
  ),
})
