import { queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { queryClient } from '#lib/query.ts'

/** Appearance of a chatflow; unknown settings are kept. */
export interface ChatRole {
  name: string
  description: string
  avatarUri: string
  avatarUrl: string
  prologue: string
  questions: readonly string[]
  showsAll: boolean
  raw: Record<string, unknown>
}

const fields = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}
const text = (value: unknown): string => (typeof value === 'string' ? value : '')

export function readRole(raw: Record<string, unknown> = {}): ChatRole {
  const onboarding = fields(raw['onboarding_info'])
  const questions = onboarding['suggested_questions']
  return {
    name: text(raw['name']),
    description: text(raw['description']),
    avatarUri: text(fields(raw['avatar'])['image_uri']),
    avatarUrl: text(fields(raw['avatar'])['image_url']),
    prologue: text(onboarding['prologue']),
    questions: Array.isArray(questions) ? questions.filter((question) => typeof question === 'string') : [],
    showsAll: onboarding['display_all_suggestions'] !== false,
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
  const { raw, name, description, prologue, questions, showsAll, avatarUri, avatarUrl } = role
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
    },
  })
  await queryClient.invalidateQueries({ queryKey: roleQuery(workflowId).queryKey })
}
