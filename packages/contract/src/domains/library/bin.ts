import { z } from 'zod'
import { op } from '#kit.ts'
import { id, pageSize } from '#shared/fields.ts'

const binned = z.object({
  res_id: z.string(),
  kind: z.string(),
  res_sub_type: z.int(),
  name: z.string(),
  icon: z.string(),
  /** The project that it was in, if any. */
  project_id: z.string(),
  project_name: z.string(),
  /** How many resources were deleted along with it. */
  inside_count: z.int(),
  /** The value for "deleted" among the states of its kind; 0 if the kind has no such state. */
  status: z.int(),
  deleted_by: z.object({ id: z.string(), name: z.string(), avatar_url: z.string() }),
  /** In seconds since 1970. */
  delete_time: z.int(),
  /** When it will be permanently deleted. */
  expire_time: z.int(),
  /** Whether the caller may restore or permanently delete it: requires the right to delete it. */
  can_change: z.boolean(),
})
export type BinnedResource = z.input<typeof binned>
const one = () => z.object({ space_id: id(), res_id: id() })

/** Deleted resources of a space. They are hidden everywhere else; restoring one brings back all of its contents. */
export const bin = {
  list: op('POST /api/bin/list', {
    summary: 'List deleted resources of a space that can be restored, newest first',
    summaryZh: '列出空间中可恢复的已删除资源，最新在前',
    access: { on: 'space', id: 'space_id', can: 'view' },
    input: () => z.object({ space_id: id(), size: pageSize(30), cursor: z.string().max(60).default('') }),
    output: () => z.object({ items: z.array(binned), cursor: z.string(), has_more: z.boolean(), keep_days: z.int() }),
  }),
  restore: op('POST /api/bin/restore', {
    summary: 'Restore a deleted resource with its id and contents',
    summaryZh: '恢复已删除的资源，保留 ID 和内容',
    access: { on: 'space', id: 'space_id', can: 'view' },
    input: one,
    /** Names need not be unique: `is_name_shared` warns that another resource here has the same kind and name. */
    output: () => z.object({ res_id: z.string(), kind: z.string(), is_name_shared: z.boolean() }),
  }),
  remove: op('POST /api/bin/remove', {
    summary: 'Delete a resource in the bin permanently',
    summaryZh: '彻底删除回收站中的资源',
    access: { on: 'space', id: 'space_id', can: 'view' },
    input: one,
  }),
}
