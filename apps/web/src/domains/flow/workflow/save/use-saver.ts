import { useCallback, useEffect, useState } from 'react'
import { api } from '#lib/api.ts'
import { useAutosave } from '#lib/autosave.ts'
import { fromSeconds } from '#lib/format.ts'
import { readStored, writeStored } from '#lib/local-store.ts'
import { reportSaving } from '#lib/saving.ts'
import { readCanvas, writeCanvas } from '../document/canvas-text.ts'
import type { DocumentStore } from '../document/document-store.ts'
import { withPositions } from '../document/first-positions.ts'
import { type LoadedWorkflow, refreshWorkflowLists } from '../workflow.queries.ts'
import { createSaver, type Saver, type Theirs } from './saver.ts'

interface Stashed {
  schema: string
  version: string
}
const stashKey = (workflowId: string) => `canvas.${workflowId}`

/** Reads the draft from an answer of the server. */
export function readTheirs({ workflow, operation_info }: LoadedWorkflow): Theirs {
  const canvas = readCanvas(workflow.schema_json ?? '')
  if (!canvas) throw new Error('The saved canvas cannot be read')
  const { operator, operator_time } = operation_info
  return {
    canvas: withPositions(canvas),
    version: workflow.save_version,
    at: fromSeconds(operator_time).getTime(),
    by: operator.name,
  }
}

interface Opened {
  workflowId: string
  loaded: LoadedWorkflow
  isReadOnly: boolean
  restoreLabel: string
}

function openSaver(store: DocumentStore, { workflowId, loaded, isReadOnly, restoreLabel }: Opened): Saver {
  const { workflow } = loaded
  const first = { version: workflow.save_version, savedAt: fromSeconds(workflow.update_time).getTime() }
  const saver = createSaver(store, first, {
    save: async (canvas, version) => {
      const input = { workflow_id: workflowId, schema: writeCanvas(canvas), save_version: version }
      const answer = await api.workflow.save(input)
      return { version: answer.save_version, at: Date.now() }
    },
    load: async () => readTheirs(await api.workflow.canvas({ workflow_id: workflowId })),
    stash: {
      write: (canvas, version) =>
        writeStored(stashKey(workflowId), { schema: writeCanvas(canvas), version } satisfies Stashed),
      clear: () => writeStored(stashKey(workflowId), null),
    },
  })
  const left = isReadOnly ? null : readStored<Stashed | null>(stashKey(workflowId), null)
  const canvas = left && readCanvas(left.schema)
  if (left && canvas) saver.restore(canvas, left.version, restoreLabel)
  return saver
}

/** The saver of the page. It also reports its state to the surrounding project. */
export function useSaver(store: DocumentStore, opened: Opened): Saver {
  const [saver] = useState(() => openSaver(store, opened))
  const { workflowId } = opened
  useEffect(
    () =>
      saver.subscribe(() => {
        const { is } = saver.current().state
        reportSaving(workflowId, is === 'saved' ? 'saved' : is === 'pending' || is === 'saving' ? 'saving' : 'failed')
      }),
    [saver, workflowId],
  )
  const onLeft = useCallback(() => {
    reportSaving(workflowId, saver.isDirty() ? 'failed' : 'saved')
    return refreshWorkflowLists()
  }, [saver, workflowId])
  useAutosave(saver, onLeft)
  return saver
}
