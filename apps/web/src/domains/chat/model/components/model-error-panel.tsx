import type { ReactNode } from 'react'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { isCuredByModel } from '../cured-by-model.ts'
import { ModelGuide } from './model-guide.tsx'

interface ModelErrorPanelProps {
  spaceId: string
  error: unknown
  title?: ReactNode
  children?: ReactNode
  className?: string
}

/** The error of something that a model does, with a way to add a model if that would help. */
export function ModelErrorPanel({ spaceId, error, ...panel }: ModelErrorPanelProps) {
  return <ErrorPanel {...panel} error={error} action={isCuredByModel(error) && <ModelGuide spaceId={spaceId} />} />
}
