import { reachesSpace } from '#kit/access.ts'
import { spaceColour } from '@orrery/contract/shared/stable-index'
import { type contract, type Member, maySpace, type Space, spaceActions, SpaceRole, SpaceType } from '@orrery/contract'
import type { Locale } from '#kit/errors.ts'
import type { FileLinks } from '#kit/file-links.ts'
import type { Handlers } from '#kit/http/context.ts'
import { secondsText } from '#kit/http/wire-values.ts'
import type { PassportService } from '#domains/ground/passport/passport.service.ts'
import type { UserRow } from '#domains/ground/passport/passport.table.ts'
import { labelOf } from '#domains/ground/passport/shared/user-label.ts'
import type { InviteService } from './invite.service.ts'
import type { MailInvites } from './mail-invite.service.ts'
import { LIMITS, type SavedSpace, type SpaceService } from './space.service.ts'

export interface SpaceRoutesDeps {
  spaces: SpaceService
  invites: InviteService
  mailInvites: MailInvites
  people: Pick<PassportService, 'getMany'>
  links: FileLinks
}
type Listed = Awaited<ReturnType<SpaceService['list']>>[number]

const roleNames: Record<SpaceRole, 'owner' | 'admin' | 'member'> = { 0: 'member', 1: 'owner', 2: 'admin', 3: 'member' }

const saved = ({ id, refusal }: SavedSpace, locale: Locale) => ({
  id,
  check_not_pass: refusal !== undefined,
  check_not_pass_msg: refusal?.text(locale) ?? '',
})

export function spaceRoutes({
  spaces,
  invites,
  mailInvites,
  people,
  links,
}: SpaceRoutesDeps): Handlers<typeof contract.space> {
  const toSpace = ({ space, role, isTester, owner, members }: Listed): Space => ({
    id: space.id,
    name: space.name,
    description: space.description,
    icon_url: links.make(space.iconUri),
    space_type: space.type,
    hide_operation: space.hideOperation,
    role_type: role,
    space_role_type: role,
    is_tester: isTester,
    space_mode: 0,
    display_local_plugin: false,
    app_ids: [],
    connectors: [],
    owner_user_id: owner.id,
    owner_name: owner.name,
    owner_user_name: owner.uniqueName,
    owner_icon_url: links.make(owner.avatarKey),
    total_member_num: members,
    enterprise_id: space.enterpriseId ?? '',
  })
  const toMember = (
    user: UserRow,
    role: SpaceRole | undefined,
    { joinedAt = 0, lastActiveAt = 0, made = 0, isTester = false } = {},
  ): Member => ({
    user_id: user.id,
    name: user.name,
    user_name: user.uniqueName,
    icon_url: links.make(user.avatarKey),
    space_role_type: role ?? SpaceRole.default,
    is_tester: isTester,
    is_join: role !== undefined,
    join_date: joinedAt ? secondsText(joinedAt) : '',
    last_active_at: lastActiveAt,
    resource_count: made,
    ...labelOf(user),
  })
  async function list(userId: string, search: string | undefined, page: number, size: number) {
    const all = await spaces.list(userId, search)
    const shown = all.slice((page - 1) * size, page * size)
    const recent = all.filter((row) => row.lastActiveAt > 0).toSorted((a, b) => b.lastActiveAt - a.lastActiveAt)
    return {
      bot_space_list: shown.map(toSpace),
      has_personal_space: all.some(({ space }) => space.type === SpaceType.personal),
      team_space_num: all.filter(({ space }) => space.type === SpaceType.team).length,
      max_team_space_num: LIMITS.teamSpaces,
      recently_used_space_list: recent.slice(0, 5).map(toSpace),
      total: all.length,
      has_more: all.length > page * size,
    }
  }

  return {
    list: (input, ctx) => list(ctx.userId, input.search_word, input.page, input.size),
    listFlat: (_, ctx) => list(ctx.userId, undefined, 1, 1000),
    create: async (input, ctx) =>
      saved(await spaces.createTeam(ctx.userId, input.name, input.description, input.icon_uri), ctx.locale),
    save: async (input, ctx) => {
      const { name, description, icon_uri: iconUri } = input
      return saved(
        input.space_id === undefined
          ? await spaces.createTeam(ctx.userId, name, description, iconUri)
          : await spaces.update(input.space_id, ctx.userId, { name, description, iconUri }),
        ctx.locale,
      )
    },
    update: async (input, ctx) => {
      const done = await spaces.update(input.space_id, ctx.userId, {
        name: input.name,
        description: input.description,
        iconUri: input.icon_uri,
        ...(input.hide_operation !== undefined && { hideOperation: input.hide_operation }),
      })
      const { id: _, ...checked } = saved(done, ctx.locale)
      return checked
    },
    remove: async (input, ctx) => {
      await spaces.remove(input.space_id, ctx.userId)
      return {}
    },
    roleAuth: () => ({
      role_auth: Object.fromEntries(
        [SpaceRole.owner, SpaceRole.admin, SpaceRole.member].map((role) => [
          String(role),
          spaceActions.filter((action) => maySpace(role, SpaceType.team, action)),
        ]),
      ),
    }),
    members: async (input, ctx) => {
      const space = await spaces.get(input.space_id)
      const mine = await spaces.membership(ctx.userId, space.id)
      const { rows, total, counts, made, inviteOn } = await spaces.members(space.id, {
        search: input.search_word,
        role: input.space_role_type,
        page: input.page,
        size: input.size,
      })
      return {
        space_id: space.id,
        name: space.name,
        description: space.description,
        icon_url: links.make(space.iconUri),
        space_type: space.type,
        space_role_type: mine!.role,
        total,
        member_info_list: rows.map(({ member, user }) =>
          toMember(user, member.role, { ...member, made: made.get(user.id) ?? 0 }),
        ),
        admin_total_num: counts.get(SpaceRole.admin) ?? 0,
        member_total_num: [...counts.values()].reduce((a, b) => a + b, 0),
        max_admin_num: LIMITS.admins,
        max_member_num: LIMITS.members,
        team_invite_link_status: inviteOn,
      }
    },
    searchMembers: async (input) => {
      const { users, missing } = await spaces.search(input.space_id, input.search_list)
      return {
        member_info_list: users.map(({ user, role }) => toMember(user, role)),
        failed_search_list: missing,
        total: users.length,
      }
    },
    addMembers: async (input, ctx) => {
      await spaces.addMembers(
        input.space_id,
        input.member_info_list.map((memberInfo) => ({ userId: memberInfo.user_id, role: memberInfo.space_role_type })),
        ctx.userId,
      )
      return {}
    },
    updateMember: async (input, ctx) => {
      const { space_id: spaceId, user_id: userId, is_tester: isTester } = input
      await spaces.setRole(spaceId, userId, input.space_role_type, ctx.userId)
      if (isTester !== undefined) await spaces.setTester(spaceId, userId, isTester, ctx.userId)
      return {}
    },
    removeMember: async (input, ctx) => {
      await spaces.removeMember(input.space_id, input.remove_user_id, ctx.userId)
      return {}
    },
    transfer: async (input, ctx) => {
      await spaces.transfer(input.space_id, ctx.userId, input.transfer_user_id)
      return {}
    },
    exit: async (input, ctx) => {
      await spaces.exit(input.space_id, ctx.userId, input.transfer_user_id)
      return {}
    },
    inviteLink: async (input, ctx) => {
      const isRead = input.func === 1
      const invite = isRead
        ? await invites.read(input.space_id)
        : await invites.set(input.space_id, input.team_invite_link_status, ctx.userId)
      const isOn = invite !== undefined && invite.enabled
      return {
        key: isOn ? invite.key : '',
        expire_time: isOn ? secondsText(invite.expiresAt) : '',
        team_invite_link_status: isOn,
      }
    },
    inviteByMail: (input, ctx) => mailInvites.send(input.space_id, input.emails, input.space_role_type, ctx.userId),
    mailInvitations: async (input) => ({
      invitations: (await mailInvites.pending(input.space_id)).map((row) => ({
        id: row.id,
        email: row.email,
        space_role_type: row.role,
        invited_by: row.inviter,
        created_at: row.createdAt,
        expires_at: row.expiresAt,
      })),
    }),
    cancelInvitation: async (input, ctx) => {
      await mailInvites.cancel(input.space_id, input.invitation_id, ctx.userId)
      return {}
    },
    inviteInfo: async (input, ctx) => {
      const { space, invite, status, isJoined } = await invites.info(input.space_id, ctx.userId)
      const [owner, operator] = await Promise.all(
        [space.ownerId, invite.createdBy].map(async (id) => (await people.getMany([id]))[0]),
      )
      return {
        // Only members learn the id of the space; the key is enough to join.
        space_id: isJoined ? space.id : '',
        space_name: space.name,
        description: space.description,
        icon_url: links.make(space.iconUri),
        colour: spaceColour(space.id),
        owner_name: owner?.name ?? '',
        owner_user_name: owner?.uniqueName ?? '',
        owner_icon_url: links.make(owner?.avatarKey),
        operator_name: operator?.name ?? '',
        invite_link_status: status,
        expire_time: secondsText(invite.expiresAt),
        is_joined: isJoined,
      }
    },
    join: async (input, ctx) => ({ Data: { space_id: await invites.join(input.space_id, ctx.userId) } }),
    workspaces: async (input, ctx) => {
      const all = (await spaces.list(ctx.userId)).filter(({ space }) => reachesSpace(ctx.actor!, space.id, space))
      const shown = all.slice((input.page_num - 1) * input.page_size, input.page_num * input.page_size)
      return {
        total_count: all.length,
        workspaces: shown.map(({ space, role }) => ({
          id: space.id,
          name: space.name,
          icon_url: links.make(space.iconUri),
          role_type: roleNames[role],
          workspace_type: space.type === SpaceType.personal ? ('personal' as const) : ('team' as const),
          enterprise_id: space.enterpriseId ?? '',
          joined_status: 'joined',
          description: space.description,
          owner_uid: space.ownerId,
        })),
      }
    },
  }
}
