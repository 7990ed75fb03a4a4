import { type contract, SpaceRole, SpaceType } from '@orrery/contract'
import type { Handlers } from '#kit/http/context.ts'
import { errors } from '#kit/errors.ts'
import type { KnownModel } from '#domains/chat/model/shared/model-catalog.ts'
import type { SpaceService } from '#domains/ground/space/space.service.ts'
import type { ReleaseService } from '#domains/resources/prompt/release.service.ts'
import type { PeopleOf } from '#domains/resources/prompt/shared/prompt-people.ts'
import type { Sharing } from './sharing.ts'

type SpaceRow = Awaited<ReturnType<SpaceService['get']>>
export interface PromptSpaceRoutesDeps {
  spaces: SpaceService
  releases: ReleaseService
  peopleOf: PeopleOf
  sharing: Pick<Sharing, 'among'>
  modelsOf(spaceId: string): Promise<KnownModel[]>
}
/** Owners and admins are one role in this API. */
const adminRoles: readonly number[] = [SpaceRole.owner, SpaceRole.admin]
const roleOf = ({ role, isTester }: { role: number; isTester: boolean }) =>
  adminRoles.includes(role) ? 1 : isTester ? 3 : 2
const CHAT = 0
const MOST_LEADS = 1000
const sum = (pages: { total: number }[]) => pages.reduce((all, { total }) => all + total, 0)

/** Adapts the space, passport and model domains to the prompt API. */
export function promptSpaceRoutes(deps: PromptSpaceRoutesDeps): Handlers<typeof contract.promptSpace> {
  const { spaces, releases, peopleOf, sharing, modelsOf } = deps
  const shown = async (row: SpaceRow) => ({
    id: row.id,
    name: row.name,
    description: row.description,
    space_type: row.type === SpaceType.personal ? 1 : 2,
    creator: row.ownerId,
    create_tsms: String(row.createdAt),
    update_tsms: String(row.updatedAt),
    release_approval_config: { enable: (await releases.settings(row.id)).approval },
  })
  return {
    create: async (input, ctx) => {
      const { id, refusal } = await spaces.createTeam(ctx.userId, input.name, input.description, '')
      if (refusal) throw refusal
      return { space_id: id }
    },
    get: async ({ space_id: id }) => ({ space: await shown(await spaces.get(id)) }),
    update: async (input, ctx) => {
      const before = await spaces.get(input.space_id)
      const { name = before.name, description = before.description } = input
      const { refusal } = await spaces.update(before.id, ctx.userId, { name, description, iconUri: before.iconUri })
      if (refusal) throw refusal
      const enable = input.release_approval_config?.enable
      if (enable !== undefined) await releases.saveSettings(before.id, { approval: enable })
      return {}
    },
    list: async (_, ctx) => {
      const mine = await spaces.list(ctx.userId)
      return { spaces: await Promise.all(mine.map(({ space }) => shown(space))) }
    },
    members: async (input) => {
      const { space_id: spaceId, page, page_size: size, role_type: role } = input
      const ofRole = (one: SpaceRole) => spaces.members(spaceId, { page: 1, size: MOST_LEADS, role: one })
      // Owner and admin are two roles of a space. Fetch both completely, because there are few.
      const both = role === 1 ? await Promise.all([SpaceRole.owner, SpaceRole.admin].map(ofRole)) : undefined
      const found = both
        ? { rows: both.flatMap((one) => one.rows).slice((page - 1) * size, page * size), total: sum(both) }
        : await spaces.members(spaceId, {
            page,
            size,
            ...(role && { role: SpaceRole.member, isTester: role === 3 }),
          })
      const { rows, total } = found
      const people = await peopleOf(rows.map(({ member }) => member.userId))
      return {
        space_members: rows.map(({ member }) => ({
          space_id: spaceId,
          member: { auth_principal_type: 1 as const, auth_user: { open_user_id: member.userId } },
          space_role_type: roleOf(member),
          user_info: people.get(member.userId) ?? { user_id: member.userId, name: '', avatar_url: '' },
        })),
        total,
      }
    },
    session: async (_, ctx) => {
      const me = (await peopleOf([ctx.userId])).get(ctx.userId)
      if (!me) throw errors.notFound({ what: 'person' })
      return { user_info: me }
    },
    users: async ({ user_ids: ids }, ctx) => {
      const known = await sharing.among(ctx.userId, ids)
      return { user_infos: [...(await peopleOf(known)).values()] }
    },
    models: async (_, ctx) => {
      const found = new Map<string, KnownModel>()
      for (const { space } of await spaces.list(ctx.userId))
        for (const model of await modelsOf(space.id)) if (model.type === CHAT) found.set(model.id, model)
      return { models: [...found.values()].map(shownModel) }
    },
  }
}

function shownModel(model: KnownModel) {
  const range = (name: string) => {
    const one = model.parameters.find((parameter) => parameter.name === name)
    return (
      one && {
        name,
        default_value: String(one.default_val.default_val ?? ''),
        min: String(one.min ?? ''),
        max: String(one.max ?? ''),
        step: String(one.precision ?? ''),
      }
    )
  }
  const [temperature, top_p, top_k] = ['temperature', 'top_p', 'top_k'].map(range)
  return {
    id: model.id,
    name: model.name,
    model_quota: { token_limit: String(model.contextTokens) },
    ...(temperature && { temperature }),
    ...(top_p && { top_p }),
    ...(top_k && { top_k }),
  }
}
