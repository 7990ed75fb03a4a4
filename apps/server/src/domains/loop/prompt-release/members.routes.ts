import {
  type contract,
  resourceActions,
  type ResourceAction,
  type SpaceAction,
  spaceActions,
  SpaceRole,
} from '@orrery/contract'
import { isId } from '@orrery/contract/shared/is-id'
import { badInput, errors } from '#kit/errors.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import type { SessionService } from '#domains/ground/passport/session.service.ts'
import type { SpaceService } from '#domains/ground/space/space.service.ts'
import type { PeopleOf } from '#domains/resources/prompt/shared/prompt-people.ts'
import { memberErrors } from './prompt-release.errors.ts'
import type { Sharing } from './sharing.ts'

export interface PromptMemberRoutesDeps {
  spaces: SpaceService
  sessions: Pick<SessionService, 'end'>
  peopleOf: PeopleOf
  sharing: Sharing
  publicUrl: string
  /** Cookie header that clears the session cookie. */
  noCookie: string
}
type RoleKey = 'Owner' | 'Developer' | 'Tester'
const names: Record<RoleKey, [string, string]> = {
  Owner: ['Owner', '所有者'],
  Developer: ['Developer', '开发者'],
  Tester: ['Tester', '测试人员'],
}
/** Actions by role, in the terms of the API. */
const actionsOf: Record<RoleKey, readonly string[]> = {
  Tester: ['view', 'try', 'batch', 'execute'],
  Developer: ['view', 'try', 'batch', 'execute', 'edit', 'publish', 'release', 'optimise'],
  Owner: [
    'view',
    'try',
    'batch',
    'execute',
    'edit',
    'publish',
    'release',
    'optimise',
    'approve',
    'delete',
    'manageMembers',
  ],
}
const DEVELOPER = 2
const TESTER = 3

export function promptMemberRoutes(deps: PromptMemberRoutesDeps): Handlers<typeof contract.promptMembers> {
  const { spaces, sessions, peopleOf, sharing, publicUrl, noCookie } = deps
  const shown = async (ids: string[]) => {
    const people = await peopleOf(ids)
    return ids.flatMap((id) => {
      const one = people.get(id)
      return one ? [{ ...one, en_name: one.name }] : []
    })
  }
  async function roleIn(spaceId: string, userId: string): Promise<RoleKey | undefined> {
    const member = await spaces.membership(userId, spaceId)
    if (!member) return undefined
    if (member.role === SpaceRole.owner || member.role === SpaceRole.admin) return 'Owner'
    return member.isTester ? 'Tester' : 'Developer'
  }
  /** Checks an action of a user. For other users, the caller must be able to manage members of the space. */
  async function isAllowed(ctx: Ctx, userId: string, action: string, object: { id: string; entity_type: string }) {
    const on = object.entity_type === 'Space' ? 'space' : 'prompt'
    const known: readonly string[] = on === 'space' ? spaceActions : resourceActions
    if (!known.includes(action)) return false
    const can = action as SpaceAction & ResourceAction
    if (userId === ctx.userId) return ctx.access.can(ctx.actor!, on, object.id, can)
    const located = await ctx.access.require(ctx.actor!, on, object.id, 'view').catch(() => undefined)
    if (!located || !(await ctx.access.can(ctx.actor!, 'space', located.spaceId, 'updateMember'))) return false
    return ctx.access.canUser(userId, on, object.id, can)
  }

  return {
    roles: async ({ space_id: spaceId }, ctx) => {
      const role = (await roleIn(spaceId, ctx.userId))!
      const nameOf = ([en, zh]: [string, string]) => (ctx.locale === 'zh-CN' ? zh : en)
      const actions = actionsOf[role].map((key) => ({ unique_key: key, name: key, entity_type: 'Prompt' }))
      return { roles: [{ unique_key: role, name: nameOf(names[role]), entity_type: 'Space' as const, actions }] }
    },
    add: async ({ space_id: spaceId, space_members: members }, ctx) => {
      // Ownership can only be transferred.
      if (members.some(({ space_role_type: role }) => role === 1)) throw memberErrors.ownerRole()
      const people = members.map(({ member, space_role_type: role }) => ({
        userId: member.auth_user.open_user_id,
        isTester: (role || DEVELOPER) === TESTER,
      }))
      await spaces.addMembers(
        spaceId,
        people.map(({ userId }) => ({ userId, role: SpaceRole.member })),
        ctx.userId,
      )
      for (const { userId, isTester } of people) {
        const now = await roleIn(spaceId, userId)
        // Do not change owners and admins.
        if (now !== 'Owner') await spaces.setTester(spaceId, userId, isTester, ctx.userId)
      }
      return {}
    },
    remove: async ({ space_id: spaceId, space_members: members }, ctx) => {
      for (const { member } of members) await spaces.removeMember(spaceId, member.auth_user.open_user_id, ctx.userId)
      return {}
    },
    check: async ({ auths }, ctx) => ({
      auth_res: await Promise.all(
        auths.map(async (asked) => {
          const userId = asked.subject?.auth_user.open_user_id ?? ctx.userId
          const all = await Promise.all(asked.objects.map((object) => isAllowed(ctx, userId, asked.action, object)))
          return { subject_action_objects: asked, is_allowed: all.every(Boolean) }
        }),
      ),
    }),
    info: async ({ user_id: userId, user_name: name }, ctx) => {
      const ids = userId
        ? isId(userId)
          ? await sharing.among(ctx.userId, [userId])
          : []
        : (await sharing.search(ctx.userId, name ?? '', { isWhole: true, after: '0', size: 1 })).ids
      const [found] = await shown(ids)
      if (!found) throw errors.notFound({ what: 'person' })
      return { user_info: found }
    },
    search: async ({ name_like: like, page_size: size, page_token: token }, ctx) => {
      if (token && !isId(token))
        throw badInput('page_token', 'must be one that a page before gave', '须为上一页返回的值')
      const page = await sharing.search(ctx.userId, like, { isWhole: false, after: token || '0', size })
      return {
        user_infos: await shown(page.ids),
        page_token: page.hasMore ? page.ids.at(-1)! : '',
        has_more: page.hasMore,
      }
    },
    login: ({ state }, ctx) => {
      const path = pathOf(state ?? '/', publicUrl)
      const location = ctx.actor ? path : `/sign?${new URLSearchParams({ redirect: path }).toString()}`
      return new Response(null, { status: 302, headers: { location, 'cache-control': 'no-store' } })
    },
    logout: async (_, ctx) => {
      if (ctx.actor?.sessionId) await sessions.end(ctx.userId, ctx.actor.sessionId)
      ctx.setHeader('set-cookie', noCookie)
      return {}
    },
  }
}

/** Returns the path of a redirect target on this site, even for malformed URLs. */
function pathOf(state: string, publicUrl: string): string {
  const { origin } = new URL(publicUrl)
  const isPath = state.startsWith('/') && !/[\\\s]/.test(state) && URL.canParse(state, origin)
  const target = isPath ? new URL(state, origin) : undefined
  if (!target || target.origin !== origin) throw memberErrors.foreignPath()
  return target.pathname + target.search
}
