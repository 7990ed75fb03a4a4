import type { contract } from '@orrery/contract'
import type { Handlers } from '#kit/http/context.ts'
import type { ResourceService } from '#domains/ground/resource/resource.service.ts'
import type { ResourceRow } from '#domains/ground/resource/resource.table.ts'
import type { Channel } from '#domains/ground/resource/shared/resource-use.ts'
import type { References } from './reference.service.ts'

export function referenceRoutes({
  references,
  resources,
}: {
  references: References
  resources: Pick<ResourceService, 'getMany'>
}): Handlers<typeof contract.reference> {
  return {
    usedBy: async (input, ctx) => {
      const heads = await resources.getMany(input.res_ids)
      const here = new Set(heads.filter((row) => row.spaceId === input.space_id).map((row) => row.id))
      const mayView = (id: string) => ctx.access.can(ctx.actor!, 'resource', id, 'view')
      const found = await references.usedBy(
        input.res_ids.filter((id) => here.has(id)),
        mayView,
      )
      const projectIds = found.flatMap(({ users }) => users.flatMap(({ head }) => head.projectId ?? []))
      const projects = new Map((await resources.getMany([...new Set(projectIds)])).map((row) => [row.id, row.name]))
      const shown = (head: ResourceRow, channels: Channel[]) => ({
        id: head.id,
        kind: head.kind,
        sub_type: head.subType,
        name: head.name,
        space_id: head.spaceId,
        channels: channels.map(({ id, en, zh }) => ({ id, name: ctx.locale === 'zh-CN' ? zh : en })),
      })
      return {
        resources: found.map(({ id, users, live }) => ({
          res_id: id,
          users: users.map((user) => ({
            ...shown(user.head, user.channels),
            project_id: user.head.projectId ?? '',
            project_name: user.head.projectId ? (projects.get(user.head.projectId) ?? '') : '',
            in_draft: user.inDraft,
            in_published: user.inPublished,
          })),
          live: live.map((user) => ({ ...shown(user.head, user.channels), via: user.via?.name ?? '' })),
        })),
      }
    },
  }
}
