import type { contract } from '@orrery/contract'
import { errors } from '#kit/errors.ts'
import type { Handlers } from '#kit/http/context.ts'
import { seconds } from '#kit/http/wire-values.ts'
import type { EnterpriseService } from './enterprise.service.ts'
import type { EnterpriseRow } from './enterprise.table.ts'
import type { EnterpriseView } from './enterprise.view.ts'
import type { EnterpriseJoin } from './join.service.ts'
import type { JoinApplicationRow, JoinInvitationRow } from './join.table.ts'

export interface JoinRoutesDeps {
  enterprises: EnterpriseService
  join: EnterpriseJoin
  view: EnterpriseView
}

export function enterpriseJoinRoutes({
  enterprises,
  join,
  view,
}: JoinRoutesDeps): Handlers<typeof contract.enterpriseJoin> {
  const face = (found: EnterpriseRow) => ({
    enterprise_id: found.id,
    name: found.name,
    icon_url: view.iconOf(found.iconUri),
  })
  const paging = (input: { search_key?: string | undefined; page: number; page_size: number }) => ({
    key: input.search_key,
    page: input.page,
    size: input.page_size,
  })
  return {
    createLink: async (input, ctx) => {
      const { key, expiresAt } = await join.link(input.enterprise_id, ctx.userId)
      return { key, expiration_time: seconds(expiresAt) }
    },
    linkInfo: async (input, ctx) => {
      const { link, enterprise, status, deny, remark } = await join.linkInfo(input.invite_key, ctx.userId)
      // Without an account, callers see the name and logo of the enterprise, but no names of people.
      const creator = ctx.userId ? (await view.users([link.createdBy])).get(link.createdBy) : undefined
      return {
        ...(creator && { link_creator: creator }),
        invite_link_status: status,
        ...(deny && { deny_type: deny as 'VisitorsProhibited' }),
        ...face(enterprise),
        super_admin_list: ctx.userId ? await view.superAdmins(enterprise.id) : [],
        create_time: seconds(link.createdAt),
        expiration_time: seconds(link.expiresAt),
        ...(remark !== undefined && { remark }),
      }
    },
    apply: async (input, ctx) => {
      await join.applyByLink(input.key, ctx.userId, input.remark)
      return {}
    },
    applications: async (input) => {
      const { rows, total } = await join.applications(input.enterprise_id, input.application_status, paging(input))
      const found = rows as { row: JoinApplicationRow; user: Parameters<EnterpriseView['toUser']>[0] }[]
      const deciders = await view.users(found.flatMap(({ row }) => row.decidedBy ?? []))
      return {
        join_application_list: found.map(({ row, user }) => ({
          applicant: view.toUser(user),
          application_id: row.id,
          create_time: seconds(row.createdAt),
          operator: row.decidedBy ? (deciders.get(row.decidedBy)?.nick_name ?? '') : '',
          remark: row.remark,
          application_status: row.status,
          kind: row.kind,
        })),
        page: input.page,
        page_size: input.page_size,
        total,
      }
    },
    decide: async (input, ctx) => {
      await join.decide(input.enterprise_id, input.join_application_id_list, input.application_status, ctx.userId)
      return {}
    },
    applyAsMember: async (input, ctx) => {
      await join.applyAsMember(input.enterprise_id, ctx.userId, input.remark)
      return {}
    },
    memberState: async (input, ctx) => {
      const { status, remark } = await join.memberState(input.enterprise_id, ctx.userId)
      return {
        application_for_enterprise_member_status: status,
        ...face(await enterprises.get(input.enterprise_id)),
        super_admin_list: await view.superAdmins(input.enterprise_id),
        remark,
      }
    },
    invitations: async (input) => {
      const { rows, total } = await join.invitations(input.enterprise_id, input.invitation_status, paging(input))
      const found = rows as unknown as { row: JoinInvitationRow; user: Parameters<EnterpriseView['toUser']>[0] }[]
      const inviters = await view.users(found.map(({ row }) => row.invitedBy))
      return {
        join_invitation_list: found.map(({ row, user }) => ({
          ...(inviters.get(row.invitedBy) && { operator: inviters.get(row.invitedBy)! }),
          invitee: view.toUser(user),
          join_invitation_id: row.id,
          create_time: seconds(row.createdAt),
          invitation_status: join.stateOf(row),
        })),
        page: input.page,
        page_size: input.page_size,
        total,
      }
    },
    invitation: async (input, ctx) => {
      const row = await join.invitation(input.join_invitation_id)
      const isAdmin = await ctx.access.canEnterprise(ctx.actor!, row.enterpriseId, 'managePeople')
      // Ids can be guessed, so report the invitation as missing to everyone not concerned.
      if (row.userId !== ctx.userId && !isAdmin) throw errors.notFound({ what: 'invitation' })
      const state = join.stateOf(row)
      const blocked = state === 'Confirming' ? await join.denied(row.enterpriseId, row.userId) : 'CanJoin'
      const deny = row.userId !== ctx.userId ? 'NoPermission' : blocked === 'CanJoin' ? undefined : blocked
      const isDenied = state === 'Confirming' && deny !== undefined
      const inviter = (await view.users([row.invitedBy])).get(row.invitedBy)
      return {
        ...(inviter && { inviter }),
        invitation_status: isDenied ? ('Deny' as const) : state,
        ...(isDenied && { invitation_deny_type: deny }),
        ...face(await enterprises.get(row.enterpriseId)),
        super_admin_list: await view.superAdmins(row.enterpriseId),
        create_time: seconds(row.createdAt),
        expiration_time: seconds(row.expiresAt),
      }
    },
    waiting: async (_, ctx) => {
      const rows = await join.waitingFor(ctx.userId)
      const [known, inviters] = await Promise.all([
        enterprises.byIds(rows.map((row) => row.enterpriseId)),
        view.users(rows.map((row) => row.invitedBy)),
      ])
      return {
        invitations: rows.map((row) => ({
          join_invitation_id: row.id,
          ...face(known.get(row.enterpriseId)!),
          ...(inviters.get(row.invitedBy) && { inviter: inviters.get(row.invitedBy)! }),
          enterprise_role_type_list: row.roles,
          expiration_time: seconds(row.expiresAt),
        })),
      }
    },
    answer: async (input, ctx) => {
      await join.answer(input.enterprise_id, input.join_invitation_id, ctx.userId, input.joined)
      return {}
    },
    revoke: async (input, ctx) => {
      await join.revoke(input.enterprise_id, input.join_invitation_id, ctx.userId)
      return {}
    },
  }
}
