import { z } from 'zod'
import { op } from '#kit.ts'
import { id } from '#shared/fields.ts'

const path = '/api/ml_flow/v2/spaces/{spaceID}/storages'
const inSpace = (can: 'view' | 'manageConnectors') => ({ on: 'space', id: 'spaceID', can }) as const
const kind = () => z.enum(['s3', 'hdfs'])
/** A path below the connected folder; `.` and `..` are refused. */
const folder = () =>
  z
    .string()
    .max(300)
    .regex(/^(?!.*(^|\/)\.{1,2}(\/|$))[^\0\\]*$/, 'must be a path without . and .. in it')
    .transform((text) => text.replace(/^\/+|\/+$/g, ''))

/** File stores of a space that datasets read files from and write files to. */
export const datasetStorage = {
  connect: op(`PUT ${path}/{kind}`, {
    summary: 'Connect a store for files of datasets',
    summaryZh: '连接数据集的文件存储',
    access: inSpace('manageConnectors'),
    reply: 'flat',
    limit: { by: 'user', max: 30, seconds: 60 },
    input: () =>
      z.object({
        spaceID: id(),
        kind: kind(),
        url: z.url({ protocol: /^https?$/ }).max(2000),
        /** All files are read and written below this folder. */
        folder: folder().default(''),
        /** S3 only. */
        bucket: z
          .string()
          .max(63)
          .regex(/^[\w.-]*$/, 'letters, digits, ., _ and -')
          .default(''),
        region: z
          .string()
          .max(50)
          .regex(/^[\w-]*$/, 'letters, digits, _ and -')
          .default('us-east-1'),
        accessKeyID: z.string().max(200).default(''),
        secretAccessKey: z.string().max(500).default(''),
        /** HDFS only. */
        user: z
          .string()
          .max(100)
          .regex(/^[\w.@-]*$/, 'letters, digits, ., _, @ and -')
          .default(''),
      }),
  }),
  list: op(`GET ${path}`, {
    summary: 'List the stores of a space',
    summaryZh: '列出空间的文件存储',
    access: inSpace('view'),
    reply: 'flat',
    input: () => z.object({ spaceID: id() }),
    output: () =>
      z.object({
        storages: z.array(
          z.object({
            kind: kind(),
            url: z.string(),
            folder: z.string(),
            bucket: z.string(),
            region: z.string(),
            user: z.string(),
          }),
        ),
      }),
  }),
  disconnect: op(`DELETE ${path}/{kind}`, {
    summary: 'Disconnect a store',
    summaryZh: '断开文件存储',
    access: inSpace('manageConnectors'),
    reply: 'flat',
    input: () => z.object({ spaceID: id(), kind: kind() }),
  }),
}
