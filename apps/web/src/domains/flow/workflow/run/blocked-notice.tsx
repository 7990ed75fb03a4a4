import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { titleOf } from '../document/canvas.ts'
import { findNode } from '../document/canvas-index.ts'
import { useDocument } from '../document/document-context.tsx'
import { useProblemList } from '../document/problem-host.ts'
import type { Problem } from '../problems/problem.ts'

const most = 3

interface BlockedNoticeProps {
  problems: readonly Problem[]
  /** Runs despite the problems. Omitted where another button on the screen starts the run. */
  onAnyway?: () => void
}

/** The problems that prevent a run, shown before it starts. */
export function BlockedNotice({ problems, onAnyway }: BlockedNoticeProps) {
  const t = useT('workflow-run')
  const list = useProblemList()
  const canvas = useDocument((document) => document.canvas)
  if (problems.length === 0) return null
  const textOf = ({ nodeId, message }: Problem) => {
    const node = findNode(canvas, nodeId)
    return node ? t('blocked.at', { title: titleOf(node), message }) : message
  }
  return (
    <ErrorPanel
      className="mx-4 my-3 shrink-0"
      title={t('blocked.title', { count: problems.length })}
      action={
        <>
          <Button size="xs" kind="ghost" onClick={() => list.setOpen(true)}>
            {t('blocked.show')}
          </Button>
          {onAnyway && (
            <Button size="xs" kind="ghost" onClick={onAnyway}>
              {t('blocked.anyway')}
            </Button>
          )}
        </>
      }
    >
      {problems.slice(0, most).map((problem) => (
        <span key={problem.id} className="block">
          {textOf(problem)}
        </span>
      ))}
    </ErrorPanel>
  )
}
