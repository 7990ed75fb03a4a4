import type { contract } from '@orrery/contract'
import { errors } from '#kit/errors.ts'
import type { FileLinks } from '#kit/file-links.ts'
import type { Handlers } from '#kit/http/context.ts'
import { seconds } from '#kit/http/wire-values.ts'
import type { PassportService } from '#domains/ground/passport/passport.service.ts'
import type { SampleLayout } from './voice-sample.ts'
import type { VoiceprintService } from './voiceprint.service.ts'

export interface VoiceprintRoutesDeps {
  prints: VoiceprintService
  people: Pick<PassportService, 'getMany'>
  links: FileLinks
  publicUrl: string
}
type Sent = SampleLayout & { file: Blob }
const recordedOf = ({ file, sample_rate, channel }: Sent) => ({ file, layout: { sample_rate, channel } })
const pageOf = ({ page_num: page, page_size: size }: { page_num: number; page_size: number }) => ({
  from: (page - 1) * size,
  size,
})

export function voiceprintRoutes(deps: VoiceprintRoutesDeps): Handlers<typeof contract.voiceprint> {
  const { prints, people, links, publicUrl } = deps
  /** Throws unless the account is the caller's own: nobody acts for another account. */
  function requireOwn(accountId: string | undefined, userId: string) {
    if (accountId && accountId !== userId) throw errors.notFound({ what: 'person' })
  }
  async function makerOf(userId: string) {
    const [maker] = await people.getMany([userId])
    if (!maker) return undefined
    const { id, uniqueName: name, name: nickname, avatarKey } = maker
    return { id, name, nickname, avatar_url: links.make(avatarKey) }
  }
  return {
    createGroup: async (input, ctx) => {
      requireOwn(input.coze_account_id, ctx.userId)
      return { id: await prints.createGroup(ctx.userId, { name: input.name, description: input.desc }) }
    },
    listGroups: async (input, ctx) => {
      requireOwn(input.coze_account_id, ctx.userId)
      // A group belongs to one account, so other people cannot have created any of them.
      if (input.user_id && input.user_id !== ctx.userId) return { items: [], total: 0 }
      const filter = { userId: ctx.userId, name: input.name, groupId: input.group_id }
      const { rows, total } = await prints.groups(filter, pageOf(input))
      const user_info = await makerOf(ctx.userId)
      const items = rows.map((row) => ({
        id: row.id,
        name: row.name,
        desc: row.description,
        created_at: seconds(row.createdAt),
        updated_at: seconds(row.updatedAt),
        icon_url: '',
        ...(user_info && { user_info }),
        feature_count: row.features,
      }))
      return { items, total }
    },
    updateGroup: async (input, ctx) => {
      await prints.updateGroup(input.group_id, ctx.userId, { name: input.name, description: input.desc })
      return {}
    },
    removeGroup: async (input, ctx) => {
      await prints.removeGroup(input.group_id, ctx.userId)
      return {}
    },
    listFeatures: async (input, ctx) => {
      const all = await prints.features(input.group_id, ctx.userId)
      const { from, size } = pageOf(input)
      const user_info = await makerOf(ctx.userId)
      const items = all.slice(from, from + size).map((row) => ({
        id: row.id,
        group_id: row.groupId,
        name: row.name,
        desc: row.description,
        audio_url: new URL(`/v1/audio/voiceprint_groups/${row.groupId}/features/${row.id}/audio`, publicUrl).href,
        created_at: seconds(row.createdAt),
        updated_at: seconds(row.updatedAt),
        icon_url: '',
        ...(user_info && { user_info }),
      }))
      return { items, total: all.length }
    },
    createFeature: async (input, ctx) => {
      const naming = { name: input.name, description: input.desc }
      return { id: await prints.createFeature(input.group_id, ctx.userId, naming, recordedOf(input)) }
    },
    updateFeature: async ({ file, ...input }, ctx) => {
      const ids = { groupId: input.group_id, id: input.feature_id }
      const change = { name: input.name, description: input.desc }
      await prints.updateFeature(ids, ctx.userId, change, file && recordedOf({ ...input, file }))
      return {}
    },
    removeFeature: async (input, ctx) => {
      await prints.removeFeature(input.group_id, input.feature_id, ctx.userId)
      return {}
    },
    playFeature: async (input, ctx) => {
      const { sample } = await prints.feature(input.group_id, input.feature_id, ctx.userId)
      return new Response(new Uint8Array(sample), {
        headers: {
          'content-type': 'audio/wav',
          'cache-control': 'private, no-store',
          'x-content-type-options': 'nosniff',
        },
      })
    },
    identify: async (input, ctx) => {
      const found = await prints.identify(input.group_id, ctx.userId, recordedOf(input), input.top_k)
      const feature_score_list = found.map(({ row, score }) => ({
        feature_id: row.id,
        feature_name: row.name,
        feature_desc: row.description,
        score,
      }))
      return { feature_score_list }
    },
  }
}
