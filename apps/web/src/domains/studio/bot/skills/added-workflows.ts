import { api } from '#lib/api.ts'
import { workflowAddedDelay } from '#lib/constants.ts'
import { textOf } from '#lib/i18n.ts'
import { toast } from '#ui/toast-store.ts'
import type { PickedSkill } from './skill-kinds.ts'

/** The picked workflows that can still be called. Others were deleted or unpublished since the list was shown. */
export async function callableWorkflows(spaceId: string, picked: readonly PickedSkill[]): Promise<PickedSkill[]> {
  const t = textOf('bot')
  const input = { space_id: spaceId, workflow_ids: picked.map((skill) => skill.id), size: picked.length }
  const { workflows } = await api.workflow.listPublished(input)
  const known = new Set(workflows.map((workflow) => workflow.workflow_id))
  for (const { id, name } of picked)
    if (!known.has(id)) toast.error(t('AddFailedToast', { name }), { id: `add-failed:${id}` })
  return picked.filter(({ id }) => known.has(id))
}

let names: string[] = []
let timer: ReturnType<typeof setTimeout> | undefined
/** Shows one message for several workflows that are added in quick succession. */
export function notifyAdded(added: readonly PickedSkill[]): void {
  if (added.length === 0) return
  names.push(...added.map((skill) => skill.name))
  clearTimeout(timer)
  timer = setTimeout(() => {
    const t = textOf('bot')
    toast.ok(t('workflow.added', { count: names.length, names: names.join(', ') }))
    names = []
  }, workflowAddedDelay)
}
