import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useMemo, useState } from 'react'
import { cn } from '#lib/class-names.ts'
import { useT } from '#lib/i18n.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Switch } from '#ui/switch.tsx'
import type { Canvas } from '../document/canvas.ts'
import { type CanvasDiff, overlay } from './canvas-diff.ts'
import { marksOf, onlyChanges } from './marks-of.ts'
import { PreviewCanvas } from './preview-canvas.tsx'

interface CompareCanvasProps {
  before: Canvas
  after: Canvas
  diff: CanvasDiff
  chosen: string
  onChoose: (nodeId: string) => void
  /** Whether there are no other controls above the canvas. */
  isAlone?: boolean
}

/** Both versions on one canvas with their differences marked, or side by side. */
export function CompareCanvas({ before, after, diff, chosen, onChoose, isAlone = false }: CompareCanvasProps) {
  const t = useT('workflow-run')
  const [mode, setMode] = useState<'overlay' | 'sides'>('overlay')
  const [isOnly, setOnly] = useState(false)
  const marks = useMemo(() => marksOf(diff, t), [diff, t])
  const shown = useMemo(() => {
    const cut = (canvas: Canvas) => (isOnly ? onlyChanges(canvas, diff) : canvas)
    return mode === 'overlay' ? [cut(overlay(before, after))] : [cut(before), cut(after)]
  }, [mode, isOnly, before, after, diff])
  const names = mode === 'overlay' ? [t('compare.both')] : [t('compare.before'), t('compare.after')]
  return (
    <div className="relative flex min-w-0 flex-1">
      {shown.map((canvas, side) => (
        <div key={`${mode}${side}`} className={cn('flex min-w-0 flex-1', side > 0 && 'border-l border-line')}>
          <PreviewCanvas label={names[side]!} canvas={canvas} marks={marks} chosen={chosen} onChoose={onChoose} />
        </div>
      ))}
      <div className={cn('absolute left-4 z-10 flex', isAlone ? 'top-4' : 'top-16')}>
        <div className="flex h-10 items-center gap-3 rounded-lg border border-line bg-card px-2 shadow-float">
          <Stepper diff={diff} chosen={chosen} onChoose={onChoose} />
          <span aria-hidden className="h-4 w-px bg-line" />
          <Segmented
            size="sm"
            label={t('compare.mode')}
            items={[
              { value: 'overlay', label: t('compare.overlay') },
              { value: 'sides', label: t('compare.sides') },
            ]}
            value={mode}
            onChange={setMode}
          />
          <Switch checked={isOnly} onChange={setOnly} className="pr-1 text-small">
            {t('compare.only')}
          </Switch>
        </div>
      </div>
    </div>
  )
}

type StepperProps = Pick<CompareCanvasProps, 'diff' | 'chosen' | 'onChoose'>

function Stepper({ diff, chosen, onChoose }: StepperProps) {
  const t = useT('workflow-run')
  const at = diff.nodes.findIndex((node) => node.id === chosen)
  const go = (step: number) => {
    const next = diff.nodes.at((at + step + diff.nodes.length) % Math.max(1, diff.nodes.length))
    if (next) onChoose(next.id)
  }
  const isEmpty = diff.nodes.length === 0
  return (
    <span className="flex items-center gap-1 text-small tabular-nums">
      <IconButton
        size="sm"
        icon={ChevronLeft}
        label={t('compare.previous')}
        disabled={isEmpty}
        onClick={() => go(-1)}
      />
      <span aria-live="polite">{t('compare.at', { at: at + 1, of: diff.nodes.length })}</span>
      <IconButton size="sm" icon={ChevronRight} label={t('compare.next')} disabled={isEmpty} onClick={() => go(1)} />
    </span>
  )
}
