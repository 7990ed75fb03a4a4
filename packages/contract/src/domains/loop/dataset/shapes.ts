import { z } from 'zod'
import { ContentType, DATASET_LIMITS, FieldFormat, FieldStatus, SchemaKey, STORED_HERE } from '#shared/dataset-enums.ts'
import { id, idOrNone, name, text } from '#shared/fields.ts'

const oneOf = <T extends number>(values: Readonly<Record<string, T>>) => z.literal(Object.values(values))

/** A field that this instance does not support: refused instead of being silently ignored. */
export const unsupported = () =>
  z
    .unknown()
    .optional()
    .refine((value) => value === undefined || value === null, {
      error: 'is not supported on this instance. Omit this field',
      params: { zh: '此实例不支持，请不要填写' },
    })

/** Access is checked on the dataset; a space id, if given, must be the space of the dataset. */
export const datasetInSpace = { datasetID: id(), spaceID: idOrNone() }

export const givenField = () =>
  z.strictObject({
    key: z
      .string()
      .regex(/^[A-Za-z_][\w-]{0,63}$/, 'letters, digits, _ and -, at most 64, beginning with a letter or _')
      .optional(),
    name: name(128),
    description: text(2048).optional(),
    contentType: oneOf(ContentType).optional(),
    defaultFormat: oneOf(FieldFormat).optional(),
    schemaKey: oneOf(SchemaKey).optional(),
    textSchema: z.string().max(100_000).optional(),
    isRequired: z.boolean().optional(),
    hidden: z.boolean().optional(),
    status: oneOf(FieldStatus).optional(),
    /** The tag that defines the values of a single-choice field. */
    tagFieldConfig: z.object({ tagInfo: z.object({ tagKeyID: id() }) }).optional(),
  })
export const fieldShape = () =>
  z.object({
    key: z.string(),
    name: z.string(),
    description: z.string(),
    contentType: z.number(),
    defaultFormat: z.number(),
    schemaKey: z.number(),
    textSchema: z.string(),
    isRequired: z.boolean(),
    hidden: z.boolean(),
    status: z.number(),
    tagFieldConfig: z.object({ tagInfo: z.object({ tagKeyID: z.string() }) }).optional(),
  })

/** A file in a value: an upload of the caller, by its key, or any file by a link of this instance. */
const givenFiles = () =>
  z
    .array(
      z.object({
        provider: z.literal(STORED_HERE, { error: 'must be 102: upload the file here' }).optional(),
        name: text(255).optional(),
        uri: text(1000).optional(),
        url: text(4000).optional(),
      }),
    )
    .max(DATASET_LIMITS.parts)
    .optional()
const givenValue = () =>
  z.object({
    key: z.string().optional(),
    name: z.string().optional(),
    contentType: oneOf(ContentType).optional(),
    content: z.string().optional(),
    format: oneOf(FieldFormat).optional(),
    /** The files of a value in an image, audio or video field. */
    attachments: givenFiles(),
    /** The texts and files of a multi-part value, in order. */
    parts: z
      .array(
        z.object({
          contentType: oneOf(ContentType).optional(),
          content: z.string().optional(),
          attachments: givenFiles(),
        }),
      )
      .max(DATASET_LIMITS.parts)
      .optional(),
  })
/** `data`, or `repeatedData` in a multi-turn dataset. */
export const givenContent = () => ({
  data: z.array(givenValue()).max(DATASET_LIMITS.fields).optional(),
  repeatedData: z.array(z.object({ data: z.array(givenValue()).max(DATASET_LIMITS.fields).optional() })).optional(),
})
export const givenItem = () =>
  z.object({
    itemKey: text(255).optional(),
    /** The trace that the item was taken from. */
    traceID: z
      .string()
      .regex(/^[\w-]{0,64}$/, 'must be the id of a trace')
      .optional(),
    ...givenContent(),
  })

const fileShape = () =>
  z.object({
    provider: z.number(),
    name: z.string(),
    uri: z.string(),
    url: z.string(),
    thumbURL: z.string().optional(),
  })
const valueShape = () =>
  z.object({
    key: z.string(),
    name: z.string(),
    contentType: z.number(),
    /** Empty if the value consists of files. */
    content: z.string(),
    format: z.number(),
    attachments: z.array(fileShape()).optional(),
    parts: z
      .array(z.object({ contentType: z.number(), content: z.string(), attachments: z.array(fileShape()).optional() }))
      .optional(),
  })
export const itemShape = () =>
  z.object({
    /** The id of this revision. */
    id: z.string(),
    spaceID: z.string(),
    datasetID: z.string(),
    schemaID: z.string(),
    /** Stays the same through every edit. */
    itemID: z.string(),
    itemKey: z.string(),
    data: z.array(valueShape()).optional(),
    repeatedData: z.array(z.object({ id: z.string(), data: z.array(valueShape()) })).optional(),
    createdBy: z.string(),
    createdAt: z.string(),
    updatedBy: z.string(),
    updatedAt: z.string(),
  })
export type ShownItem = z.input<ReturnType<typeof itemShape>>

export const errorGroup = () =>
  z.object({
    type: z.number(),
    summary: z.string(),
    errorCount: z.number(),
    details: z.array(
      z.object({
        message: z.string(),
        index: z.number(),
        messagesByField: z.record(z.string(), z.string()).optional(),
      }),
    ),
  })

export const datasetShape = () =>
  z.object({
    id: z.string(),
    spaceID: z.string(),
    schemaID: z.string(),
    name: z.string(),
    description: z.string(),
    status: z.number(),
    category: z.number(),
    bizCategory: z.string(),
    schema: z.object({
      id: z.string(),
      datasetID: z.string(),
      fields: z.array(fieldShape()),
      immutable: z.boolean(),
    }),
    visibility: z.number(),
    /** 0 if none is set. */
    securityLevel: z.number(),
    spec: z.object({
      maxItemCount: z.string(),
      maxFieldCount: z.number(),
      maxItemSize: z.string(),
      maxItemDataNestedDepth: z.number(),
    }),
    features: z.object({ editSchema: z.boolean(), repeatedData: z.boolean() }),
    latestVersion: z.string(),
    nextVersionNum: z.number(),
    itemCount: z.string(),
    createdBy: z.string(),
    createdAt: z.string(),
    updatedBy: z.string(),
    updatedAt: z.string(),
    changeUncommitted: z.boolean(),
  })
export const versionShape = () =>
  z.object({
    id: z.string(),
    spaceID: z.string(),
    datasetID: z.string(),
    schemaID: z.string(),
    version: z.string(),
    versionNum: z.string(),
    description: z.string(),
    itemCount: z.string(),
    snapshotStatus: z.number(),
    createdBy: z.string(),
    createdAt: z.string(),
    updatedBy: z.string(),
    updatedAt: z.string(),
  })

const queryTypes = [
  'match',
  'not_match',
  'eq',
  'not_eq',
  'gt',
  'gte',
  'lt',
  'lte',
  'in',
  'not_in',
  'exist',
  'not_exist',
] as const
type QueryType = (typeof queryTypes)[number]
const andOr = () => z.enum(['and', 'or']).optional()
export interface GivenFilter {
  queryAndOr?: 'and' | 'or' | undefined
  filterFields: GivenCondition[]
}
export interface GivenCondition {
  field_name?: string | undefined
  field_type?: 'string' | 'long' | 'double' | 'bool' | undefined
  values?: string[] | undefined
  query_type?: QueryType | undefined
  query_and_or?: 'and' | 'or' | undefined
  sub_filter?: GivenFilter | undefined
}
/** Nested conditions up to a fixed depth; deeper ones are refused. */
export const filterShape = (depth: number = DATASET_LIMITS.filterDepth): z.ZodType<GivenFilter> =>
  z.object({
    queryAndOr: andOr(),
    filterFields: z
      .array(
        z.object({
          field_name: z.string().max(128).optional(),
          field_type: z
            .enum(['string', 'long', 'double', 'bool'], { error: 'must be string, long, double or bool' })
            .optional(),
          values: z.array(z.string().max(10_000)).max(200).optional(),
          query_type: z.enum(queryTypes).optional(),
          query_and_or: andOr(),
          sub_filter: depth > 1 ? filterShape(depth - 1).optional() : unsupported(),
        }),
      )
      .max(DATASET_LIMITS.filterConditions),
  }) as z.ZodType<GivenFilter>
export const orderShape = () => z.object({ field: z.string().max(128), isAsc: z.boolean().default(false) })
export type GivenOrder = z.output<ReturnType<typeof orderShape>>
