/** Wire numbers of datasets. */
export const DatasetCategory = { general: 1, training: 2, validation: 3, evaluation: 4 } as const
export const DatasetStatus = { available: 1, deleted: 2, expired: 3, importing: 4, exporting: 5, indexing: 6 } as const
/** Who can see a dataset. */
export const DatasetVisibility = { instance: 1, space: 2 } as const
/** From open to strictly confidential; on the last level only few people may export rows. */
export const SecurityLevel = { open: 1, internal: 2, confidential: 3, strict: 4 } as const
export const ContentType = { text: 1, image: 2, audio: 3, video: 4, parts: 100 } as const
export const FieldFormat = { plain: 1, markdown: 2, json: 3, yaml: 4, code: 5, option: 6 } as const
export const SchemaKey = { string: 1, integer: 2, float: 3, bool: 4, message: 5, choice: 6 } as const
export const FieldStatus = { available: 1, deleted: 2 } as const
/** Creating a version copies nothing, so it is complete immediately. */
export const SnapshotStatus = { completed: 3 } as const
export const ItemErrorType = {
  mismatch: 1,
  empty: 2,
  tooLarge: 3,
  full: 4,
  malformedFile: 5,
  missingField: 7,
  tooDeep: 8,
} as const

/** The origin of an item. */
export const ItemSource = { person: 1, dataset: 2, file: 3, trace: 4, program: 8, people: 9 } as const
export const FileFormat = { jsonl: 1, parquet: 2, csv: 3, xlsx: 4, zip: 100 } as const
export const JobType = { importFile: 1, exportFile: 2 } as const
export const JobStatus = { waiting: 1, running: 2, completed: 3, failed: 4, cancelled: 5 } as const
/** Files that the caller uploaded to this instance. */
export const STORED_HERE = 102
/** Stores that a space connects: S3-compatible ones, which have two numbers, and HDFS. */
export const FOREIGN_STORES = { s3: 1, s3Volcano: 2, hdfs: 3 } as const
/** The number of `STORED_HERE` in the first version of the calls. */
export const STORED_HERE_V1 = 5

/** The decision about a row that resembles others. */
export const DedupDecision = { open: 0, duplicate: 1, distinct: 2 } as const
/** Maximum number of rows that one search for duplicates compares. */
export const DEDUP_ROWS = 100_000

/** What fills a column. */
export const ColumnFiller = { model: 1, python: 2 } as const
/** Who answers the questions of a batch: a provider through its batch API, or the models of this instance. */
export const BatchProvider = { provider: 2, local: 4, localSeed: 5 } as const
export const BatchStatus = {
  preparing: 0,
  launching: 1,
  inferring: 2,
  exporting: 3,
  success: 4,
  failed: 5,
  terminated: 6,
} as const
/** Maximum number of questions per batch, as allowed by providers. */
export const BATCH_LINES = 50_000
export const ColumnKind = { column: 1, quality: 2 } as const
export const QUALITY_LIMITS = { rounds: 32, tried: 10 } as const
export const ColumnRunStatus = { waiting: 1, running: 2, completed: 3, failed: 4, terminated: 5 } as const
export const COLUMN_LIMITS = {
  prompt: 20_000,
  code: 100_000,
  inputs: 50,
  outputs: 10,
  rounds: 9,
  concurrency: 20,
  previewed: 5,
} as const

/** A dataset may have lower limits, never higher ones. */
export const DATASET_LIMITS = {
  items: 200_000,
  evaluationItems: 20_000,
  fields: 100,
  itemBytes: 1024 * 1024,
  depth: 10,
  turns: 50,
  batchAdd: 500,
  batchGet: 200,
  schemaDepth: 20,
  validate: 500,
  filterDepth: 5,
  filterConditions: 30,
  /** Files and texts per value. */
  parts: 20,
  /** Waiting and running jobs per space. */
  openJobs: 100,
} as const
