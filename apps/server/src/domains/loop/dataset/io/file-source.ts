import type { Documents } from '#kit/documents/documents.ts'
import { errors } from '#kit/errors.ts'
import type { UploadService } from '#domains/ground/upload/upload.service.ts'
import type { DatasetService } from '../dataset.service.ts'
import { openFile } from './file-rows.ts'
import { fieldsByColumn, parsedRows, type Mapping } from './parsed-rows.ts'

interface FileSourceDeps {
  datasets: DatasetService
  uploads: Pick<UploadService, 'find' | 'read'>
  documents: Pick<Documents, 'tables'>
}

/** Reads uploaded files as rows of a dataset. */
export const createFileSource = ({ datasets, uploads, documents }: FileSourceDeps) => ({
  async rowsOf(key: string, userId: string, datasetId: string, mappings: Mapping[]) {
    const { fields, isMultiTurn } = await datasets.rules(datasetId)
    const { parts } = await openFile(key, userId, { uploads, documents })
    return parsedRows(parts, fieldsByColumn(mappings, fields), isMultiTurn)
  },
  async fileNameOf(key: string, userId: string): Promise<string> {
    const file = await uploads.find(key, userId)
    // A file of another person gets the same answer as a missing one.
    if (!file) throw errors.notFound({ what: 'file' })
    return file.name
  },
})
