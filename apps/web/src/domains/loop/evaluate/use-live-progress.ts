import type { ShownProgress } from '@orrery/contract'
import { useEffect, useState } from 'react'
import { api } from '#lib/api.ts'
import { readStream } from '#lib/sse.ts'
import { useSpace } from '#lib/spaces.ts'
import { type Experiment, isOpen, refreshEvaluation } from './evaluation.queries.ts'

async function follow(spaceId: string, id: string, signal: AbortSignal, show: (progress: ShownProgress) => void) {
  const open = () => api.experiment.events({ space_id: spaceId, expt_id: id }, { signal })
  for await (const { event, data } of readStream(open)) {
    if (event === 'progress') show(data as ShownProgress)
    if (event === 'done') await refreshEvaluation(spaceId)
  }
}

/** The progress of a running experiment. If the stream breaks, the page falls back to polling. */
export function useLiveProgress(experiment: Experiment): ShownProgress | undefined {
  const { id: spaceId } = useSpace()
  const [live, setLive] = useState<ShownProgress>()
  const { id } = experiment
  const isRunning = isOpen(experiment)
  useEffect(() => {
    if (!isRunning) return
    const abort = new AbortController()
    follow(spaceId, id, abort.signal, setLive).catch(() => setLive(undefined))
    return () => abort.abort()
  }, [spaceId, id, isRunning])
  return isRunning ? live : undefined
}
