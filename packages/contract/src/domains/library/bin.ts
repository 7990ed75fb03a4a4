import { z } from 'zod'
import { op } from '#kit.ts'
import { id, pageSize } from '#shared/fields.ts'

const binned = z.object({
  res_id: z.string(),
  kind: z.string(),
  res_sub_type: z.int(),
  name: z.string(),
  icon: z.string(),
  /** The project it was deleted out of, if there was one. */
  project_id: z.string(),
  project_name: z.string(),
  /** How much went along with it. */
  inside_count: z.int(),
  /** "Deleted" in the states of its own kind; 0 where the kind knows no such state. */
  status: z.int(),
  deleted_by: z.object({ id: z.string(), name: z.string(), avatar_url: z.string() }),
  /** Seconds since 1970, like all times here. */
  delete_time: z.int(),
  /** When it is deleted for good. */
  expire_time: z.int(),
  /** Whether the caller may restore it or delete it for good: the same people who may delete it. */
  can_change: z.boolean(),
})
export type BinnedResource = z.input<typeof binned>
const one = () => z.object({ space_id: id(), res_id: id() })

/** What was deleted in a space. It is out of sight everywhere else, and comes back with everything it had. */
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
    /** Names need not be unique: this says that there is another one of the same kind and name in the same place. */
    output: () => z.object({ res_id: z.string(), kind: z.string(), is_name_shared: z.boolean() }),
  }),
  remove: op('POST /api/bin/remove', {
    summary: 'Delete a resource in the bin permanently',
    summaryZh: '彻底删除回收站中的资源',
    access: { on: 'space', id: 'space_id', can: 'view' },
    input: one,
  }),
}
