import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { Canvas } from '../document/canvas.ts'
import { useDocument } from '../document/document-context.tsx'
import { useEditor } from '../document/editor-context.ts'
import { ChangesPanel } from './changes-panel.tsx'
import { type CanvasDiff, diffCanvases } from './canvas-diff.ts'
import { CompareBar } from './compare-bar.tsx'
import { CompareCanvas } from './compare-canvas.tsx'
import { VersionList } from './version-list.tsx'
import { draftId, versionCanvasQuery, versionsQuery } from './version.queries.ts'

/** Version history and comparison. */
export function VersionsView() {
  const t = useT('workflow-run')
  const { workflowId } = useEditor()
  const published = useInfiniteQuery(versionsQuery(workflowId, 'publish'))
  const newest = published.data?.pages[0]?.version_list[0]?.commit_id
  const [beforeId, setBeforeId] = useState<string>()
  const [afterId, setAfterId] = useState(draftId)
  const before = beforeId ?? newest
  return (
    <>
      <VersionList chosen={before ?? ''} onChoose={setBeforeId} />
      {before === undefined ? (
        <div className="flex flex-1 bg-canvas">
          {published.isPending ? (
            <Skeleton className="m-6 h-48 flex-1" />
          ) : (
            <EmptyState icon={History} title={t('versions.empty')} text={t('versions.emptyText')} />
          )}
        </div>
      ) : (
        <Comparison beforeId={before} afterId={afterId} onBefore={setBeforeId} onAfter={setAfterId} />
      )}
    </>
  )
}

interface ComparisonProps {
  beforeId: string
  afterId: string
  onBefore: (id: string) => void
  onAfter: (id: string) => void
}

function Comparison({ beforeId, afterId, onBefore, onAfter }: ComparisonProps) {
  const before = useVersion(beforeId)
  const after = useVersion(afterId)
  const error = before.error ?? after.error
  const diff = useMemo(
    () => (before.canvas && after.canvas ? diffCanvases(before.canvas, after.canvas) : undefined),
    [before.canvas, after.canvas],
  )
  return (
    <div className="relative flex min-w-0 flex-1 flex-col bg-canvas">
      <CompareBar beforeId={beforeId} afterId={afterId} onBefore={onBefore} onAfter={onAfter} />
      {Boolean(error) && <ErrorPanel error={error} className="m-4 mt-16" />}
      {diff && before.canvas && after.canvas ? (
        <Shown key={`${beforeId}/${afterId}`} before={before.canvas} after={after.canvas} diff={diff} />
      ) : (
        !error && <Skeleton className="m-6 mt-18 h-48" />
      )}
    </div>
  )
}

function Shown({ before, after, diff }: { before: Canvas; after: Canvas; diff: CanvasDiff }) {
  const [chosen, setChosen] = useState(diff.nodes[0]?.id ?? '')
  return (
    <div className="flex min-h-0 flex-1">
      <CompareCanvas before={before} after={after} diff={diff} chosen={chosen} onChoose={setChosen} />
      <ChangesPanel diff={diff} chosen={chosen} onChoose={setChosen} />
    </div>
  )
}

/** The canvas of a version, or the current draft including unsaved edits. */
function useVersion(id: string): { canvas: Canvas | undefined; error: unknown } {
  const { workflowId } = useEditor()
  const draft = useDocument((document) => document.canvas)
  const { data, error } = useQuery({ ...versionCanvasQuery(workflowId, id), enabled: id !== draftId })
  return id === draftId ? { canvas: draft, error: null } : { canvas: data, error }
}
