import { queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { queryClient } from '#lib/query.ts'
import type { ChosenVoices } from '#domains/chat/model/index.ts'

/** Appearance of a chatflow; `raw` preserves unknown settings. */
export interface ChatRole {
  name: string
  description: string
  avatarUri: string
  avatarUrl: string
  prologue: string
  questions: readonly string[]
  showsAll: boolean
  /** Replies are read aloud automatically. */
  readsAloud: boolean
  voices: ChosenVoices
  raw: Record<string, unknown>
}

const fields = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}
const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Voice ids by language; an empty id is the voice of the browser. */
const voicesOf = (map: unknown): ChosenVoices =>
  Object.fromEntries(
    Object.entries(fields(map)).map(([language, voice]) => [language, text(fields(voice)['voice_id'])]),
  )

export function readRole(raw: Record<string, unknown> = {}): ChatRole {
  const onboarding = fields(raw['onboarding_info'])
  const questions = onboarding['suggested_questions']
  const audio = fields(raw['audio_config'])
  return {
    name: text(raw['name']),
    description: text(raw['description']),
    avatarUri: text(fields(raw['avatar'])['image_uri']),
    avatarUrl: text(fields(raw['avatar'])['image_url']),
    prologue: text(onboarding['prologue']),
    questions: Array.isArray(questions) ? questions.filter((question) => typeof question === 'string') : [],
    showsAll: onboarding['display_all_suggestions'] !== false,
    readsAloud: audio['is_text_to_voice_enable'] === true,
    voices: voicesOf(audio['voice_config_map']),
    raw,
  }
}

export const roleQuery = (workflowId: string) =>
  queryOptions({
    queryKey: ['workflow', workflowId, 'role'],
    queryFn: async ({ signal }) =>
      readRole((await api.workflowStudio.getRole({ workflow_id: workflowId }, { signal })).role),
  })

export async function saveRole(workflowId: string, role: ChatRole): Promise<void> {
  const { raw, name, description, prologue, questions, showsAll, avatarUri, avatarUrl, readsAloud, voices } = role
  const voiceMap = Object.entries(voices).map(([language, id]) => [language, { voice_id: id }])
  await api.workflowStudio.createRole({
    chat_flow_role: {
      ...raw,
      workflow_id: workflowId,
      name,
      description,
      avatar: { image_uri: avatarUri, image_url: avatarUrl },
      onboarding_info: {
        ...fields(raw['onboarding_info']),
        prologue,
        suggested_questions: questions.filter((question) => question.trim() !== ''),
        display_all_suggestions: showsAll,
      },
      audio_config: {
        ...fields(raw['audio_config']),
        is_text_to_voice_enable: readsAloud,
        voice_config_map: Object.fromEntries(voiceMap),
      },
    },
  })
  await queryClient.invalidateQueries({ queryKey: roleQuery(workflowId).queryKey })
}
