import type { ResourceUser } from '@orrery/contract'
import { useQuery } from '@tanstack/react-query'
import { useT } from '#lib/i18n.ts'
import { usedByQuery, UserList } from '#domains/library/reference/index.ts'
import { useEditor } from '../document/editor-context.ts'

/** The bots, projects and workflows that use this workflow; undefined while loading. */
export function useUsers() {
  const { workflowId, spaceId } = useEditor()
  const { data, error } = useQuery(usedByQuery(spaceId, [workflowId]))
  return { users: data && (data.get(workflowId)?.users ?? []), error }
}

/** The resources that use the workflow, as links. */
export function ReferenceList({ users }: { users: readonly ResourceUser[] }) {
  const t = useT('workflow-run')
  if (users.length === 0) return <p className="text-small text-mute">{t('references.unused')}</p>
  return <UserList users={users} label={t('references.usedBy')} />
}
