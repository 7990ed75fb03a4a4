import { validate } from '@orrery/engine'
import type { WorkflowRow } from '../workflow.table.ts'

/**
 * Status of a draft, in the numbers of the wire. 4 (deleted) is never sent, because deleted workflows are not listed
 * (decision 0020).
 */
const VersionStatus = { cannotSubmit: 1, canSubmit: 2, submitted: 3 } as const
export const PublishStatus = { cannotPublish: 1, canPublish: 2, published: 3 } as const
/** State of the canvas: draft, submitted or published. */
const CanvasState = { draft: 1, submitted: 2, published: 3 } as const

const CACHE_LIMIT = 5000
const runnable = new Map<string, boolean>()

/** Whether a draft can run. Cached by commit, since a commit never changes. */
function canRun({ commitId, schema }: Pick<WorkflowRow, 'commitId' | 'schema'>): boolean {
  const known = runnable.get(commitId)
  if (known !== undefined) return known
  const found = validate(schema).length === 0
  if (runnable.size >= CACHE_LIMIT) runnable.clear()
  runnable.set(commitId, found)
  return found
}

export function versionStatus(row: WorkflowRow): number {
  if (row.submitCommitId === row.commitId) return VersionStatus.submitted
  return canRun(row) ? VersionStatus.canSubmit : VersionStatus.cannotSubmit
}

/** `from` is the commit of the newest publication. */
export function publishStatus(row: WorkflowRow, from: string | undefined): number {
  if (from === row.commitId) return PublishStatus.published
  return row.testedCommitId === row.commitId ? PublishStatus.canPublish : PublishStatus.cannotPublish
}

export function canvasState(row: WorkflowRow, from: string | undefined): number {
  if (from === row.commitId) return CanvasState.published
  return row.submitCommitId === row.commitId ? CanvasState.submitted : CanvasState.draft
}
