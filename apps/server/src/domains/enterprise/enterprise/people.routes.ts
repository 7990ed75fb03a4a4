import type { contract } from '@orrery/contract'
import type { Handlers } from '#kit/http/context.ts'
import { seconds } from '#kit/http/wire-values.ts'
import type { SessionService } from '#domains/ground/passport/session.service.ts'
import type { AccessPaths } from './access-paths.ts'
import type { EnterpriseService } from './enterprise.service.ts'
import type { EnterpriseView } from './enterprise.view.ts'
import type { PersonGroups } from './group.service.ts'
import type { EnterpriseRemovalRow } from './join.table.ts'
import type { Organizations } from './organization.service.ts'
import type { EnterprisePeople } from './people.service.ts'
import type { Removals } from './removal.service.ts'

export interface PeopleRoutesDeps {
  enterprises: EnterpriseService
  people: EnterprisePeople
  removals: Removals
  organizations: Organizations
  groups: PersonGroups
  paths: AccessPaths
  sessions: Pick<SessionService, 'list'>
  view: EnterpriseView
}

export function enterprisePeopleRoutes(deps: PeopleRoutesDeps): Handlers<typeof contract.enterprisePeople> {
  const { enterprises, people, removals, organizations, groups, view } = deps
  async function toLeavers(rows: EnterpriseRemovalRow[]) {
    const known = await view.users(
      rows.flatMap((row) => [row.userId, row.createdBy, ...(row.receiverId ? [row.receiverId] : [])]),
    )
    return rows.map((row) => ({
      removal_id: row.id,
      user: known.get(row.userId)!,
      ...(row.receiverId && known.get(row.receiverId) && { receiver: known.get(row.receiverId)! }),
      ...(known.get(row.createdBy) && { operator: known.get(row.createdBy)! }),
      created_at: seconds(row.createdAt),
      ended_at: seconds(row.endedAt),
      counts: row.counts as Record<string, number>,
    }))
  }
  return {
    search: async (input, ctx) => {
      const sees = await ctx.access.canEnterprise(ctx.actor!, input.enterprise_id, 'managePeople')
      const organizationIds = input.organization_id
        ? await organizations.branch(input.enterprise_id, input.organization_id)
        : undefined
      const { rows, total } = await people.search(input.enterprise_id, {
        key: input.search_key && input.search_key.length >= 2 ? input.search_key : undefined,
        roles: input.enterprise_role_type_list,
        peopleType: input.people_type,
        organizationIds,
        page: input.page,
        size: input.page_size,
      })
      const leaving = new Set(
        (await removals.list(input.enterprise_id, 1, 100))
          .filter((row) => row.endedAt === null)
          .map((row) => row.userId),
      )
      return {
        enterprise_people_list: rows.map(({ person, user }) => ({
          ...view.toUser(user),
          people_type: person.peopleType,
          enterprise_role_type_list: person.roles,
          create_time: seconds(person.joinedAt),
          valid: person.status === 'active' && !user.disabled,
          // Colleagues see names; only people who manage people see e-mails.
          email: sees ? user.email : '',
          status: leaving.has(user.id) ? ('leaving' as const) : person.status,
          managed_by: person.managedBy,
          organization_id: person.organizationId ?? '',
        })),
        ...(input.need_people_number && { people_total_number: await people.number(input.enterprise_id) }),
        page: input.page,
        page_size: input.page_size,
        total,
      }
    },
    candidates: async (input, ctx) => {
      const found = await people.candidates(input.enterprise_id, ctx.userId, input.search_key ?? '')
      return {
        add_enterprise_people_data_list: found.map(({ user, joined, isInvited, state }) => ({
          ...view.toUser(user),
          joined: joined !== undefined,
          invited: isInvited,
          ...(joined && { people_type: joined.peopleType }),
          invited_user_status: state,
        })),
      }
    },
    elsewhere: async (input, ctx) => {
      const { users, total } = await people.elsewhere(
        input.enterprise_id,
        input.search_key,
        input.page,
        input.page_size,
      )
      const others = (await people.ofUsers(users.map(({ id }) => id))).filter(
        ({ person }) => person.enterpriseId !== input.enterprise_id,
      )
      const mine = new Set((await enterprises.listOf(ctx.userId)).map(({ enterprise }) => enterprise.id))
      return {
        people_in_other_enterprise_info_list: users.map((user) => ({
          user_info: view.toUser(user),
          // Show that a person is in another enterprise, but name it only to callers who are in it too.
          enterprise_list: others
            .filter(({ person }) => person.userId === user.id)
            .map(({ person, name }) =>
              mine.has(person.enterpriseId)
                ? { enterprise_id: person.enterpriseId, name, icon_url: '' }
                : { enterprise_id: '', name: '', icon_url: '' },
            ),
        })),
        page: input.page,
        page_size: input.page_size,
        total,
      }
    },
    add: async (input, ctx) => {
      const given = input.enterprise_people.map((person) => ({
        userId: person.user_id,
        roles: person.enterprise_role_type_list,
      }))
      await people.add(input.enterprise_id, ctx.userId, given, input.need_check_people_valid)
      return {}
    },
    setRoles: async (input, ctx) => {
      await people.setRoles(input.enterprise_id, input.user_id, input.enterprise_role_type_list, ctx.userId)
      return {}
    },
    remove: async (input, ctx) => {
      await people.requireManual(input.enterprise_id)
      return { removal_id: await removals.remove(input.enterprise_id, input.user_id, input.receiver, ctx.userId) }
    },
    leave: async (input, ctx) => {
      await removals.leave(input.enterprise_id, ctx.userId, input.receiver)
      return {}
    },
    suspend: async (input, ctx) => {
      await people.suspend(input.enterprise_id, input.user_id, ctx.userId)
      return {}
    },
    restore: async (input, ctx) => {
      await people.restore(input.enterprise_id, input.user_id, ctx.userId)
      return {}
    },
    place: async (input) => {
      await organizations.get(input.enterprise_id, input.organization_id)
      await people.place(input.enterprise_id, input.user_id, input.organization_id)
      return {}
    },
    detail: async (input) => {
      await people.known(input.enterprise_id, input.user_id)
      const [own, spaces, sessions, remains] = await Promise.all([
        groups.ofPerson(input.enterprise_id, input.user_id),
        removals.holdings(input.enterprise_id, input.user_id, input.receiver ?? null),
        deps.sessions.list(input.user_id),
        removals.remains(input.enterprise_id, input.user_id),
      ])
      const receivers = await view.users(spaces.map(({ receiver }) => receiver))
      return {
        groups: own,
        spaces: spaces.map((item) => ({
          space_id: item.spaceId,
          name: item.name,
          owner: item.isOwner,
          resources: item.resources,
          ...(receivers.get(item.receiver) && { receiver: receivers.get(item.receiver)! }),
        })),
        sessions: sessions.length,
        tokens: remains.tokens,
        grants: remains.grants,
      }
    },
    explain: async (input) => {
      await people.known(input.enterprise_id, input.user_id)
      return deps.paths.explain(input.enterprise_id, input.user_id, input.space_id)
    },
    leavers: async (input) => ({
      leavers: await toLeavers(await removals.list(input.enterprise_id, input.page, input.page_size)),
    }),
    leaver: async (input) => {
      const row = await removals.get(input.enterprise_id, input.removal_id)
      const [leaver] = await toLeavers([row])
      return { leaver: leaver!, remains: await removals.remains(input.enterprise_id, row.userId) }
    },
  }
}
