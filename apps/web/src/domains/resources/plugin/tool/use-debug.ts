import { DebugOperation } from '@orrery/contract/shared/plugin-enums'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import type { ToolPlace } from '../mocks/mock.queries.ts'
import { type DebugAnswer, refreshPlugin } from '../plugin.queries.ts'

export interface DebugRun {
  parameters: string
  answer: DebugAnswer
  ms: number
}

/** Tries a tool; what came of the last run stays until the next one. */
export function useDebug(place: ToolPlace, prepare: () => Promise<boolean>) {
  const [last, setLast] = useState<DebugRun | null>(null)
  const run = useMutation({
    mutationFn: async (parameters: string): Promise<DebugRun | null> => {
      if (!(await prepare())) return null
      const started = performance.now()
      const answer = await api.pluginTool.debug({
        plugin_id: place.pluginId,
        api_id: place.toolId,
        parameters,
        operation: DebugOperation.debug,
        space_id: place.spaceId,
      })
      return { parameters, answer, ms: performance.now() - started }
    },
    onSuccess: (done) => {
      if (!done) return
      setLast(done)
      void refreshPlugin(place.pluginId)
    },
  })
  return { last, run: run.mutate, isRunning: run.isPending, error: run.error }
}
export type Debug = ReturnType<typeof useDebug>
