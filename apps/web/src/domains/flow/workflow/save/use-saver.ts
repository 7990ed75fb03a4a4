import { ApiError } from '@orrery/contract/client'
import { useEffect, useState } from 'react'
import { api } from '#lib/api.ts'
import { fromSeconds } from '#lib/format.ts'
import { readStored, writeStored } from '#lib/local-store.ts'
import { NetworkError } from '#lib/network-error.ts'
import { tellSaving } from '#lib/saving.ts'
import { readCanvas, writeCanvas } from '../document/canvas-text.ts'
import type { DocumentStore } from '../document/document-store.ts'
import { type LoadedWorkflow, refreshWorkflowLists } from '../workflow.queries.ts'
import { createSaver, type Saver, type Theirs } from './saver.ts'

interface Stashed {
  schema: string
  version: string
}
const stashKey = (workflowId: string) => `canvas.${workflowId}`

/** The draft of an answer of the server. */
export function readTheirs({ workflow, operation_info }: LoadedWorkflow): Theirs {
  const canvas = readCanvas(workflow.schema_json ?? '')
  if (!canvas) throw new Error('The saved canvas cannot be read')
  const { operator, operator_time } = operation_info
  return { canvas, version: workflow.save_version, at: fromSeconds(operator_time).getTime(), by: operator.name }
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
      const answer = await api.workflow.save(input, { quiet: true })
      return { version: answer.save_version, at: Date.now() }
    },
    load: async () => readTheirs(await api.workflow.canvas({ workflow_id: workflowId }, { quiet: true })),
    faultOf: (error) => {
      if (error instanceof NetworkError) return 'offline'
      if (error instanceof ApiError && (error.status === 502 || error.status === 503)) return 'offline'
      return error instanceof ApiError && error.status === 409 ? 'conflict' : 'other'
    },
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

/** Saves when one leaves the page, and the browser asks before a page with unsaved edits is closed. */
export function useSaver(store: DocumentStore, opened: Opened): Saver {
  const [saver] = useState(() => openSaver(store, opened))
  const { workflowId } = opened
  useEffect(
    () =>
      saver.subscribe(() => {
        const { is } = saver.current().state
        tellSaving(workflowId, is === 'saved' ? 'saved' : is === 'pending' || is === 'saving' ? 'saving' : 'failed')
      }),
    [saver, workflowId],
  )
  useEffect(() => {
    const retry = () => void saver.flush()
    const warn = (event: BeforeUnloadEvent) => {
      if (saver.isDirty()) event.preventDefault()
    }
    window.addEventListener('online', retry)
    window.addEventListener('beforeunload', warn)
    window.addEventListener('pagehide', saver.stashNow)
    return () => {
      window.removeEventListener('online', retry)
      window.removeEventListener('beforeunload', warn)
      window.removeEventListener('pagehide', saver.stashNow)
      // What could not be saved waits in this browser for the next visit.
      void saver.flush().then(() => {
        saver.stashNow()
        tellSaving(workflowId, saver.isDirty() ? 'failed' : 'saved')
        return refreshWorkflowLists()
      })
    }
  }, [saver, workflowId])
  return saver
}
