import { z } from 'zod'
import { op } from '#kit.ts'
import { id } from '#shared/fields.ts'

const channel = z.object({ id: z.string(), name: z.string() })
const user = z.object({
  id: z.string(),
  kind: z.string(),
  sub_type: z.int(),
  name: z.string(),
  space_id: z.string(),
  project_id: z.string(),
  project_name: z.string(),
  /** Whether the draft of the user of the resource refers to it. */
  in_draft: z.boolean(),
  /** Whether its published version refers to the resource. */
  in_published: z.boolean(),
  /** Only for bots and projects: the channels on which it is live. */
  channels: z.array(channel),
})
export type ResourceUser = z.input<typeof user>
const live = z.object({
  id: z.string(),
  kind: z.string(),
  sub_type: z.int(),
  name: z.string(),
  space_id: z.string(),
  channels: z.array(channel),
  /** The workflow through which it uses the resource; empty if it uses the resource directly. */
  via: z.string(),
})
export type LiveUser = z.input<typeof live>

/** References between resources. Only resources that the caller may see are named or counted. */
export const reference = {
  usedBy: op('POST /api/resource/used_by', {
    summary: 'List what uses resources of a space, and which of it is live',
    summaryZh: '列出引用空间资源的内容及其中已上线的部分',
    access: { on: 'space', id: 'space_id', can: 'view' },
    input: () => z.object({ space_id: id(), res_ids: z.array(id()).min(1).max(100) }),
    output: () =>
      z.object({
        resources: z.array(
          z.object({
            res_id: z.string(),
            users: z.array(user),
            /** Published bots and projects that would lose the resource, also if they use it through workflows. */
            live: z.array(live),
          }),
        ),
      }),
  }),
}
