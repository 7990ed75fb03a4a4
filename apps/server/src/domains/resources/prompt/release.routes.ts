import { randomBytes } from 'node:crypto'
import type { contract } from '@orrery/contract'
import { PROMPT_PLATFORM_LIMITS } from '@orrery/contract/shared/prompt-enums'
import { errors } from '#kit/errors.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import { randomToken, type Secrets } from '#kit/secrets.ts'
import { shownRelease } from './prompt.view.ts'
import type { PeopleOf } from './shared/prompt-people.ts'
import type { ReleaseService, Slot } from './release.service.ts'

const LEAST_CALLS = PROMPT_PLATFORM_LIMITS.guardCalls
export interface ReleaseRoutesDeps {
  releases: ReleaseService
  peopleOf: PeopleOf
  secrets: Pick<Secrets, 'seal'>
}

export function releaseRoutes({
  releases,
  peopleOf,
  secrets,
}: ReleaseRoutesDeps): Handlers<typeof contract.promptRelease> {
  const slotOf = (input: { env: number; feature?: string | undefined; label?: string | undefined }): Slot => ({
    env: input.env,
    lane: input.feature ?? '',
    label: input.label ?? '',
  })
  /** Checks that a space or prompt id in the body matches the located prompt. */
  function checkIds(ctx: Ctx, spaceId?: string, promptId?: string): void {
    const { located } = ctx
    if ((spaceId && spaceId !== located?.spaceId) || (promptId && promptId !== located?.id))
      throw errors.notFound({ what: 'prompt' })
  }
  async function requireDirect(ctx: Ctx, slot: Slot): Promise<void> {
    const spaceId = ctx.located!.spaceId
    const mayApprove = await ctx.access.can(ctx.actor!, 'space', spaceId, 'approveReleases')
    await releases.requireDirect(spaceId, slot, mayApprove)
  }
  /** Checks that a release may be changed outside a release task; where approval is required, it may not. */
  async function requireDirectOf(ctx: Ctx, releaseId: string) {
    const { env, lane, label } = await releases.get(releaseId)
    await requireDirect(ctx, { env, lane, label })
  }

  return {
    release: async (input, ctx) => {
      checkIds(ctx, input.space_id)
      const slot = slotOf(input)
      await requireDirect(ctx, slot)
      await releases.requireUngated(input.prompt_id, slot)
      const gray = input.gray_release_config
      return { release_id: await releases.release(input.prompt_id, ctx.userId, input.version, slot, gray) }
    },
    offline: async (input, ctx) => {
      checkIds(ctx, input.space_id)
      const slot = slotOf(input)
      await requireDirect(ctx, slot)
      await releases.offline(input.prompt_id, ctx.userId, input.version, slot)
      return {}
    },
    // A rollback needs no approval: people use it when something is wrong.
    rollback: async (input, ctx) => {
      checkIds(ctx, input.space_id)
      await releases.rollback(input.prompt_id, ctx.userId, input.version, slotOf(input))
      return {}
    },
    list: async (input, ctx) => {
      checkIds(ctx, input.space_id)
      const { rows, hasMore } = await releases.list(
        input.prompt_id,
        {
          ...(input.env && { env: input.env }),
          ...(input.feature !== undefined && { lane: input.feature }),
          ...(input.label !== undefined && { label: input.label }),
          version: input.version,
          versionLike: input.version_like,
          status: input.status,
          before: input.cursor,
        },
        input.page_size,
      )
      const people = await peopleOf(rows.map((row) => row.releasedBy))
      const next = hasMore ? rows.at(-1)!.id : '0'
      return { infos: rows.map((row) => shownRelease(row, people)), next_cursor: next, has_more: hasMore }
    },
    get: async (input, ctx) => {
      checkIds(ctx, input.space_id, input.prompt_id)
      const row = await releases.get(input.release_id)
      return { release_info: shownRelease(row, await peopleOf([row.releasedBy])) }
    },
    change: async (input, ctx) => {
      checkIds(ctx, input.space_id, input.prompt_id)
      await requireDirectOf(ctx, input.release_id)
      await releases.changeGray(input.release_id, input.gray_release_config)
      return {}
    },
    toAll: async (input, ctx) => {
      checkIds(ctx, input.space_id, input.prompt_id)
      await requireDirectOf(ctx, input.release_id)
      await releases.releaseToAll(input.release_id, ctx.userId)
      return {}
    },
    stopGray: async (input, ctx) => {
      checkIds(ctx, input.space_id, input.prompt_id)
      await releases.stopGray(input.release_id, ctx.userId)
      return {}
    },
    settings: async ({ space_id: spaceId }) => {
      const { approval, protectedLabels, grayPlan, guard, webhookUrl, encryptKey } = await releases.settings(spaceId)
      return {
        approval,
        protected_labels: protectedLabels,
        gray_plan: grayPlan,
        guard: { error: false, latency: false, cost: false, score: false, min_calls: LEAST_CALLS, ...guard },
        webhook_url: webhookUrl,
        has_encrypt_key: encryptKey !== '',
      }
    },
    newKey: async ({ space_id: spaceId }) => {
      const key = randomBytes(32).toString('base64url')
      await releases.saveSettings(spaceId, { encryptKey: secrets.seal(key) })
      return { encrypt_key: key }
    },
    saveSettings: async (input) => {
      const { space_id: spaceId, approval, protected_labels: protectedLabels, gray_plan: grayPlan, guard } = input
      const url = input.webhook_url
      const before = await releases.settings(spaceId)
      const isNew = url !== undefined && url !== before.webhookUrl
      const secret = isNew && url ? randomToken() : undefined
      await releases.saveSettings(spaceId, {
        ...(approval !== undefined && { approval }),
        ...(protectedLabels && { protectedLabels }),
        ...(grayPlan && { grayPlan }),
        ...(guard && { guard }),
        ...(isNew && { webhookUrl: url, webhookSecret: secret ? secrets.seal(secret) : '' }),
      })
      return { ...(secret && { webhook_secret: secret }) }
    },
  }
}
