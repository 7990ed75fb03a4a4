import { z } from 'zod'
import { op } from '#kit.ts'
import { base, id, idOrNone, name, pageNumber, pageSize, text } from '#shared/fields.ts'
import { LABEL_LIMITS, LabelStatus, LabelType } from '#shared/label-enums.ts'
import { unsupported } from '../dataset/shapes.ts'

const oneOf = <T extends number>(values: Readonly<Record<string, T>>) => z.literal(Object.values(values))
const inSpace = (can: 'view' | 'createResource') => ({ on: 'space', id: 'spaceID', can }) as const

export interface GivenLabelValue {
  tagValueID?: string | undefined
  tagValueName: string
  description: string
  status?: 1 | 2 | undefined
  children: GivenLabelValue[]
}
/** Nested values up to a fixed depth; deeper ones are refused. */
const givenValue = (depth: number = LABEL_LIMITS.height): z.ZodType<GivenLabelValue> =>
  z.object({
    tagValueID: idOrNone(),
    tagValueName: name(100),
    description: text(500).default(''),
    status: z.literal([LabelStatus.active, LabelStatus.inactive]).optional(),
    children:
      depth > 1
        ? z
            .array(givenValue(depth - 1))
            .max(LABEL_LIMITS.width)
            .default([])
        : z
            .array(z.unknown())
            .default([])
            .refine((inside) => !inside.length, {
              error: `at most ${LABEL_LIMITS.height} levels of values`,
              params: { zh: `取值最多 ${LABEL_LIMITS.height} 层` },
            }),
  }) as unknown as z.ZodType<GivenLabelValue>
const givenValues = () => z.array(givenValue()).max(LABEL_LIMITS.width)

export interface ShownLabelValue {
  tagKeyID: string
  tagValueID: string
  tagValueName: string
  description: string
  status: number
  parentValueID: string
  children: ShownLabelValue[]
}
const valueShape = (depth: number = LABEL_LIMITS.height): z.ZodType<ShownLabelValue> =>
  z.object({
    tagKeyID: z.string(),
    tagValueID: z.string(),
    tagValueName: z.string(),
    description: z.string(),
    status: z.number(),
    parentValueID: z.string(),
    children: depth > 1 ? z.array(valueShape(depth - 1)) : z.array(z.never()),
  }) as unknown as z.ZodType<ShownLabelValue>
const labelShape = () =>
  z.object({
    /** The id of this version. */
    ID: z.string(),
    spaceID: z.string(),
    versionNum: z.number(),
    version: z.string(),
    tagKeyID: z.string(),
    tagKeyName: z.string(),
    description: z.string(),
    status: z.number(),
    tagType: z.number(),
    tagValues: z.array(valueShape()),
    changeLogs: z.array(
      z.object({
        target: z.number(),
        operation: z.number(),
        // Misspelt: the clients use this name.
        beforValue: z.string(),
        afterValue: z.string(),
        targetValue: z.string(),
      }),
    ),
    createdBy: z.string(),
    createdAt: z.string(),
    updatedBy: z.string(),
    updatedAt: z.string(),
  })

/** Tags: label keys with trees of values, which fields of datasets and people who annotate choose from. */
export const label = {
  create: op('POST /api/ml_flow/v2/spaces/{spaceID}/tags', {
    summary: 'Create a tag with its values',
    summaryZh: '创建标签及其取值',
    access: inSpace('createResource'),
    reply: 'flat',
    input: () =>
      z.object({
        spaceID: id(),
        tagKeyName: name(100),
        tagType: oneOf(LabelType),
        version: z.string().max(50),
        description: text(500).default(''),
        tagValues: givenValues(),
        base,
      }),
    output: () => z.object({ tagKeyID: z.string() }),
  }),
  update: op('PATCH /api/ml_flow/v2/spaces/{spaceID}/tags/{tagKeyID}', {
    summary: 'Change a tag: every change is a new version',
    summaryZh: '修改标签，每次修改生成新版本',
    access: inSpace('createResource'),
    reply: 'flat',
    input: () =>
      z.object({
        spaceID: id(),
        tagKeyID: id(),
        version: z.string().max(50),
        tagKeyName: name(100).optional(),
        description: text(500).optional(),
        tagType: oneOf(LabelType).optional(),
        tagValues: givenValues().optional(),
        base,
      }),
  }),
  spec: op('GET /api/ml_flow/v2/spaces/{spaceID}/tags/spec', {
    summary: 'See how large a tag can be',
    summaryZh: '查看标签的规模限制',
    access: inSpace('view'),
    reply: 'flat',
    input: () => z.object({ spaceID: id() }),
    output: () => z.object({ maxHeight: z.number(), maxWidth: z.number(), maxTotal: z.number() }),
  }),
  get: op('GET /api/ml_flow/v2/spaces/{spaceID}/tags/{tagKeyID}', {
    summary: 'Get all versions of a tag, the newest first',
    summaryZh: '获取标签的全部版本，最新的在前',
    access: inSpace('view'),
    reply: 'flat',
    input: () => z.object({ spaceID: id(), tagKeyID: id() }),
    output: () => z.object({ tags: z.array(labelShape()) }),
  }),
  search: op('POST /api/ml_flow/v2/spaces/{spaceID}/tags/search', {
    summary: 'Find tags of a space',
    summaryZh: '查找空间中的标签',
    access: inSpace('view'),
    reply: 'flat',
    input: () =>
      z.object({
        spaceID: id(),
        status: z.array(oneOf(LabelStatus)).optional(),
        tagKeyNameLike: z.string().max(100).optional(),
        createdBys: z.array(id()).max(200).optional(),
        page: pageNumber(),
        pageSize: pageSize(),
        cursor: unsupported(),
        orderBy: unsupported(),
        base,
      }),
    output: () => z.object({ tags: z.array(labelShape()), total: z.string() }),
  }),
  setStatus: op('POST /api/ml_flow/v2/spaces/{spaceID}/tags/batch_update_status', {
    summary: 'Change the status of tags',
    summaryZh: '批量修改标签状态',
    access: inSpace('createResource'),
    reply: 'flat',
    input: () =>
      z.object({
        spaceID: id(),
        tagKeyIDs: z.array(id()).min(1).max(LABEL_LIMITS.batch),
        status: oneOf(LabelStatus),
        base,
      }),
    /** Why some tags could not be changed, by id; all others were changed. */
    output: () => z.object({ errInfo: z.record(z.string(), z.string()) }),
  }),
  archive: op('POST /api/ml_flow/v2/spaces/{spaceID}/tags/{tagKeyID}/archive_option_tag', {
    summary: 'Share the options of a field with the space, under a name',
    summaryZh: '将字段的选项集命名并设为空间共享标签',
    access: inSpace('createResource'),
    reply: 'flat',
    input: () => z.object({ spaceID: id(), tagKeyID: id(), name: name(100), description: text(500).optional(), base }),
  }),
}
