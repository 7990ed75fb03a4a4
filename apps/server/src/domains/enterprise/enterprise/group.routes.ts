import type { contract } from '@orrery/contract'
import type { Handlers } from '#kit/http/context.ts'
import type { EnterpriseSpaces } from './enterprise-space.service.ts'
import type { EnterpriseView } from './enterprise.view.ts'
import type { PersonGroups } from './group.service.ts'
import type { Organizations } from './organization.service.ts'

export interface GroupRoutesDeps {
  groups: PersonGroups
  organizations: Organizations
  spaces: Pick<EnterpriseSpaces, 'replace'>
  view: EnterpriseView
}

export function enterpriseGroupRoutes({
  groups,
  organizations,
  spaces,
  view,
}: GroupRoutesDeps): Handlers<typeof contract.enterpriseGroups> {
  return {
    list: async (input) => ({
      groups: (await groups.list(input.enterprise_id)).map(({ group, members, grants }) => ({
        group_id: group.id,
        name: group.name,
        managed_by: group.managedBy,
        members,
        grants: grants.map(({ spaceId, name, role }) => ({ space_id: spaceId, name, role })),
      })),
    }),
    members: async (input) => {
      const rows = await groups.members(input.enterprise_id, input.group_id)
      const known = await view.users(rows.map(({ userId }) => userId))
      return {
        members: rows.flatMap(({ userId, source }) => (known.has(userId) ? [{ ...known.get(userId)!, source }] : [])),
      }
    },
    create: async (input, ctx) => ({
      group_id: (await groups.create(input.enterprise_id, input.name, ctx.userId)).id,
    }),
    rename: async (input, ctx) => {
      await groups.rename(input.enterprise_id, input.group_id, input.name, ctx.userId)
      return {}
    },
    remove: async (input, ctx) => {
      await groups.remove(input.enterprise_id, input.group_id, ctx.userId)
      return {}
    },
    setMembers: async (input, ctx) => {
      await groups.setMembers(input.enterprise_id, input.group_id, { add: input.add, remove: input.remove }, ctx.userId)
      return {}
    },
    grant: async (input, ctx) => {
      await groups.grant(input.enterprise_id, input.group_id, input.space_id, input.role, ctx.userId)
      return {}
    },
    revoke: async (input, ctx) => {
      await groups.revoke(input.enterprise_id, input.group_id, input.space_id, ctx.userId)
      return {}
    },
    organizations: async (input) => {
      const [rows, people] = await Promise.all([
        organizations.list(input.enterprise_id),
        organizations.peopleBy(input.enterprise_id),
      ])
      return {
        organizations: rows.map((row) => ({
          organization_id: row.id,
          parent_id: row.parentId ?? '',
          name: row.name,
          people: people.get(row.id) ?? 0,
        })),
      }
    },
    createOrganization: async (input, ctx) => ({
      organization_id: (await organizations.create(input.enterprise_id, input.parent_id, input.name, ctx.userId)).id,
    }),
    updateOrganization: async (input, ctx) => {
      const change = { name: input.name, parentId: input.parent_id }
      await organizations.update(input.enterprise_id, input.organization_id, change, ctx.userId)
      return {}
    },
    removeOrganization: async (input, ctx) => {
      await organizations.remove(input.enterprise_id, input.organization_id, ctx.userId, (from, to) =>
        spaces.replace(input.enterprise_id, from, to),
      )
      return {}
    },
  }
}
