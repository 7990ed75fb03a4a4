import { type contract, VoiceState, type VoiceDetail } from '@orrery/contract'
import { errors, type Locale } from '#kit/errors.ts'
import type { FileLinks } from '#kit/file-links.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import { seconds } from '#kit/http/wire-values.ts'
import type { CloneService } from '#domains/chat/clone/clone.service.ts'
import type { CloneRow } from '#domains/chat/clone/clone.table.ts'
import { TRAININGS } from '#domains/chat/clone/shared/trainings.ts'
import type { KnownVoice } from '#domains/chat/model/voice.service.ts'
import type { PassportService } from '#domains/ground/passport/passport.service.ts'
import { languageName } from './shared/language-name.ts'
import { readRecording } from './shared/recording.ts'
import { type OpenVoices, voiceIdOf } from './voice.service.ts'

export interface CloneRoutesDeps {
  clones: CloneService
  voices: Pick<OpenVoices, 'list'>
  /** Spaces that the caller may access, their own first. */
  reached(ctx: Ctx): Promise<string[]>
  people: Pick<PassportService, 'getMany'>
  links: FileLinks
}
const message = ''

export function cloneRoutes({
  clones,
  voices,
  reached,
  people,
  links,
}: CloneRoutesDeps): Handlers<typeof contract.clonedVoice> {
  /** A voice of a space that the caller may access; throws not found for others. */
  async function reachable(id: string, ctx: Ctx): Promise<CloneRow> {
    const row = await clones.get(id)
    if (!(await ctx.access.can(ctx.actor!, 'space', row.spaceId, 'view'))) throw errors.notFound({ what: 'voice' })
    return row
  }
  /** A voice that the caller may delete: its creator, and people who manage the models of the space. */
  async function deletable(id: string, ctx: Ctx): Promise<CloneRow> {
    const row = await reachable(id, ctx)
    const may = row.userId === ctx.userId || (await ctx.access.can(ctx.actor!, 'space', row.spaceId, 'manageModels'))
    if (!may) throw errors.noAccess()
    return row
  }
  const stateOf = (row: CloneRow): number =>
    clones.isPending(row) ? VoiceState.pending : row.speakerId ? VoiceState.cloned : VoiceState.init

  async function detailOf(row: CloneRow, locale: Locale): Promise<VoiceDetail> {
    const [maker] = await people.getMany([row.userId])
    return {
      ...system,
      voice_id: row.id,
      space_id: row.spaceId,
      voice_name: row.name,
      voice_desc: row.description,
      icon_uri: row.iconUri,
      icon_url: links.make(row.iconUri),
      total_training_times: TRAININGS,
      available_training_times: TRAININGS - row.trainings,
      preview_text: row.previewText,
      language_code: row.language,
      language_name: languageName(row.language, locale),
      is_system_voice: false,
      ...(maker && {
        create_user_info: {
          id: maker.id,
          name: maker.uniqueName,
          nickname: maker.name,
          avatar_url: links.make(maker.avatarKey),
        },
      }),
      speaker_id: row.speakerId,
      state: stateOf(row),
      last_clone_time_unix: seconds(row.trainedAt),
      create_time: seconds(row.createdAt),
      update_time: seconds(row.updatedAt),
    }
  }
  const systemOf = (voice: KnownVoice, locale: Locale): VoiceDetail => ({
    ...system,
    voice_id: voiceIdOf(voice),
    voice_name: voice.name,
    language_code: voice.language,
    language_name: languageName(voice.language, locale),
    speaker_id: voice.id,
    model_provider: voice.model.config.providerName,
  })
  /** Voices of providers first, then cloned ones. */
  async function everything(spaceIds: readonly string[], ctx: Ctx): Promise<VoiceDetail[]> {
    const own = await clones.ofSpaces(spaceIds)
    const made = new Set(own.map(({ speakerId }) => speakerId))
    const offered = (await voices.list(spaceIds, ctx.locale)).filter(({ id }) => !made.has(id))
    const details = await Promise.all(own.map((row) => detailOf(row, ctx.locale)))
    return [...offered.map((voice) => systemOf(voice, ctx.locale)), ...details]
  }

  return {
    clone: async (input, ctx) => {
      if (input.space_id) await ctx.access.require(ctx.actor!, 'space', input.space_id, 'createResource')
      const recording = await readRecording(input.file, input.audio_format)
      const training = { recording, text: input.text, previewText: input.preview_text, signal: ctx.signal }
      if (input.voice_id) {
        await reachable(input.voice_id, ctx)
        await clones.train(input.voice_id, ctx.userId, training)
        return { voice_id: input.voice_id }
      }
      const spaceId = input.space_id ?? (await reached(ctx))[0]!
      const { voice_name: name, description, language } = input
      const id = await clones.create({ userId: ctx.userId, spaceId, name, description, language, iconUri: '' })
      try {
        await clones.train(id, ctx.userId, training)
      } catch (cause) {
        // A voice whose training was refused is removed, since both were requested in one call.
        await clones.remove(await clones.get(id), ctx.userId)
        throw cause
      }
      return { voice_id: id }
    },
    check: async (_, ctx) => {
      const { total, used } = await clones.quota(ctx.userId)
      const has_perm = await clones.canClone(await reached(ctx))
      return { message, data: { has_perm, total_quota: total, used_quota: used } }
    },
    create: async (input, ctx) => {
      const voice_id = await clones.create({
        userId: ctx.userId,
        spaceId: input.space_id,
        name: input.voice_name,
        description: input.voice_desc,
        iconUri: input.icon_uri,
        language: input.language_code,
      })
      return { message, data: { voice_id } }
    },
    train: async (input, ctx) => {
      await reachable(input.voice_id, ctx)
      const bytes = Buffer.from(input.audio_bytes, 'base64')
      const row = await clones.train(input.voice_id, ctx.userId, {
        recording: await readRecording(new Blob([new Uint8Array(bytes)]), input.audio_format),
        text: input.compare_text,
        previewText: input.preview_text,
        signal: ctx.signal,
      })
      return { message, data: { voice: await detailOf(row, ctx.locale) } }
    },
    update: async (input, ctx) => {
      await reachable(input.voice_id, ctx)
      const { voice_name: name, voice_desc: description, icon_uri: iconUri, language_code: language } = input
      const change = { name, description, iconUri, language }
      await clones.update(
        input.voice_id,
        Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)),
      )
      return { message, data: {} }
    },
    remove: async (input, ctx) => {
      await clones.remove(await deletable(input.voice_id, ctx), ctx.userId)
      return { message }
    },
    list: async (input, ctx) => {
      const all = await everything(input.space_id ? [input.space_id] : await reached(ctx), ctx)
      const found = all.filter(
        (voice) =>
          (!input.voice_ids?.length || input.voice_ids.includes(voice.voice_id)) &&
          voice.voice_name.toLowerCase().startsWith(input.prefix_voice_name.toLowerCase()) &&
          (!input.language_code || voice.language_code.startsWith(input.language_code)) &&
          (!input.self_created || voice.create_user_info?.id === ctx.userId) &&
          (input.voice_type === undefined || voice.is_system_voice === (input.voice_type === 1)) &&
          (input.voice_state === undefined || voice.state === input.voice_state) &&
          (input.model_type === undefined || voice.model_type === input.model_type),
      )
      const from = (input.page_index - 1) * input.page_size
      const page = found.slice(from, from + input.page_size)
      return { message, data: { voices: page, has_more: from + page.length < found.length } }
    },
    menu: async (_, ctx) => {
      const all = await everything(await reached(ctx), ctx)
      const languages = new Map(all.map((voice) => [voice.language_code, voice.language_name]))
      languages.delete('')
      return {
        message,
        data: {
          scenes: [],
          languages: [...languages].map(([language_code, language_name]) => ({ language_code, language_name })),
          genders: [],
          ages: [],
          model_types: [...new Set(all.map((voice) => voice.model_type))],
        },
      }
    },
    features: async (_, ctx) => ({
      message,
      data: {
        enable: true,
        voice_clone_enable: await clones.canClone(await reached(ctx)),
        voice_print_enable: true,
      },
    }),
    addQuota: async (input, ctx) => {
      const userId = input.coze_account_id ?? ctx.userId
      if (!(await people.getMany([userId])).length) throw errors.notFound({ what: 'person' })
      await clones.addQuota(ctx.userId, userId, input.number)
      return { message }
    },
  }
}
/** Common values of voices from providers: they are ready, and cannot be trained. */
const system: VoiceDetail = {
  voice_id: '',
  space_id: '',
  voice_name: '',
  voice_desc: '',
  icon_url: '',
  icon_uri: '',
  total_training_times: 0,
  available_training_times: 0,
  preview_text: '',
  language_name: '',
  language_code: '',
  is_system_voice: true,
  speaker_id: '',
  state: VoiceState.cloned,
  last_clone_time_unix: 0,
  create_time: 0,
  update_time: 0,
  model_type: 0,
  model_provider: '',
}
