import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useT } from '#lib/i18n.ts'
import { queryClient } from '#lib/query.ts'
import type { Canvas } from '../document/canvas.ts'
import { readCanvas } from '../document/canvas-text.ts'
import { withPositions } from '../document/first-positions.ts'
import { useDocumentStore } from '../document/document-context.tsx'
import { useEditor } from '../document/editor-context.ts'
import { useSaved } from '../save/saver-context.ts'
import { versionCanvasQuery } from '../workflow.queries.ts'

/** The number of changes since the last published version; opens the comparison. */
export function ChangesSince() {
  const t = useT('workflow')
  const { workflowId, loaded, ui } = useEditor()
  const store = useDocumentStore()
  const saved = useSaved((state) => state.version)
  const { latest_version: version } = loaded.workflow
  const { data: count = 0 } = useQuery({
    ...countQuery(workflowId, version, saved, () => store.get()),
    enabled: version !== '' && loaded.vcs_data.submit_commit_id !== saved,
  })
  if (count === 0 || version === '') return null
  return (
    <>
      <span aria-hidden>·</span>
      <button
        type="button"
        onClick={() => ui.setView('versions')}
        className="truncate rounded-xs hover:text-ink hover:underline"
      >
        {t('changes', { count, version })}
      </button>
    </>
  )
}

/** Counts the changes after each save, not while the person types. */
const countQuery = (workflowId: string, version: string, saved: string, draft: () => Canvas) =>
  queryOptions({
    queryKey: ['workflow', workflowId, 'changes', version, saved],
    placeholderData: keepPreviousData,
    gcTime: 0,
    queryFn: async (): Promise<number> => {
      const [{ schema }, { diffCanvases }] = await Promise.all([
        queryClient.fetchQuery(versionCanvasQuery(workflowId, version)),
        import('../versions/canvas-diff.ts'),
      ])
      const published = readCanvas(schema)
      if (!published) return 0
      const { nodes, edges } = diffCanvases(withPositions(published), draft())
      return nodes.length + edges.length
    },
  })
