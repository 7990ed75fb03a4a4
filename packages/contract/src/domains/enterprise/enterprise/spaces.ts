import { z } from 'zod'
import { op } from '#kit.ts'
import { id, idOrNone, name } from '#shared/fields.ts'
import { enterpriseUser } from './shapes.ts'

const manage = { on: 'enterprise', id: 'enterprise_id', can: 'manageSpaces' } as const
const enterprise_id = id()

/** Spaces of an enterprise. Its admins list and move them; to see the contents they need a role in the space. */
export const enterpriseSpaces = {
  overview: op('POST /api/enterprise/overview', {
    summary: 'Get the figures of an enterprise',
    summaryZh: '获取企业概况',
    access: { on: 'enterprise', id: 'enterprise_id', can: 'directory' },
    input: () => z.object({ enterprise_id }),
    output: () =>
      z.object({
        members: z.number(),
        guests: z.number(),
        suspended: z.number(),
        groups: z.number(),
        spaces: z.number(),
        service_identities: z.number(),
        apps: z.number(),
        open_requests: z.number(),
        invitations: z.number(),
      }),
  }),
  shared: op('POST /api/enterprise/shared', {
    summary: 'List what was shared with you in an enterprise outside of your spaces',
    summaryZh: '列出企业内共享给你、但不在你的空间中的资源',
    access: { on: 'enterprise', id: 'enterprise_id', can: 'view' },
    input: () => z.object({ enterprise_id }),
    output: () =>
      z.object({
        shared: z.array(
          z.object({
            id: z.string(),
            kind: z.enum(['bot', 'workflow', 'project']),
            name: z.string(),
            space_id: z.string(),
          }),
        ),
      }),
  }),
  list: op('POST /api/enterprise/space/list', {
    summary: 'List the spaces of an enterprise',
    summaryZh: '列出企业的空间',
    access: manage,
    input: () => z.object({ enterprise_id }),
    output: () =>
      z.object({
        spaces: z.array(
          z.object({
            space_id: z.string(),
            name: z.string(),
            icon_url: z.string(),
            owner: enterpriseUser.optional(),
            organization_id: z.string(),
            members: z.number(),
            resources: z.number(),
            created_at: z.number(),
          }),
        ),
      }),
  }),
  create: op('POST /api/enterprise/space/create', {
    summary: 'Create a space in an enterprise',
    summaryZh: '在企业中创建空间',
    access: { on: 'enterprise', id: 'enterprise_id', can: 'createSpace' },
    input: () => z.object({ enterprise_id, name: name(50), organization_id: idOrNone() }),
    output: () => z.object({ space_id: z.string() }),
  }),
  moveIn: op('POST /api/enterprise/space/move_in', {
    summary: 'Move team spaces you own into an enterprise; ids and URLs stay',
    summaryZh: '将你拥有的团队空间移入企业，ID 和链接不变',
    access: { on: 'enterprise', id: 'enterprise_id', can: 'createSpace' },
    input: () => z.object({ enterprise_id, space_ids: z.array(id()).min(1).max(50), organization_id: idOrNone() }),
  }),
  moveOut: op('POST /api/enterprise/space/move_out', {
    summary: 'Return a space to its owner, outside of the enterprise',
    summaryZh: '将空间移出企业，归还其所有者',
    access: manage,
    input: () => z.object({ enterprise_id, space_id: id() }),
  }),
  place: op('POST /api/enterprise/space/place', {
    summary: 'Move a space to another organisation',
    summaryZh: '将空间移到其他组织',
    access: manage,
    input: () => z.object({ enterprise_id, space_id: id(), organization_id: id() }),
  }),
  transfer: op('POST /api/enterprise/space/transfer', {
    summary: 'Make another member the owner of a space',
    summaryZh: '将空间转移给另一位成员',
    access: manage,
    input: () => z.object({ enterprise_id, space_id: id(), user_id: id() }),
  }),
}
