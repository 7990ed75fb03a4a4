import { DebugOperation } from '@orrery/contract/shared/plugin-enums'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { toast } from '#ui/toast-store.ts'
import { changePlugin } from '../edit-version.ts'
import type { ToolPlace } from '../mocks/mock.queries.ts'
import { type DebugAnswer, refreshPlugin } from '../plugin.queries.ts'

export interface DebugRun {
  parameters: string
  answer: DebugAnswer
  ms: number
}

/** Runs a tool. The last result is shown until the next run, and can be saved as an example. */
export function useDebug(place: ToolPlace, prepare: () => Promise<boolean>) {
  const t = useT('plugin')
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
  const saveExample = async () => {
    if (!last) return
    await changePlugin(place.pluginId, (edit_version) =>
      api.pluginTool.update({
        plugin_id: place.pluginId,
        api_id: place.toolId,
        save_example: true,
        debug_example: { req_example: last.parameters, resp_example: last.answer.resp },
        edit_version,
      }),
    ).then(
      () => toast.ok(t('debug.exampleSaved')),
      (error: unknown) => toast.error(t('debug.exampleFailed'), { error }),
    )
    await refreshPlugin(place.pluginId)
  }
  return { last, run: run.mutate, isRunning: run.isPending, error: run.error, saveExample }
}
export type Debug = ReturnType<typeof useDebug>
