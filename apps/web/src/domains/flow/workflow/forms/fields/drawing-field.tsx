import { drawingSvg, type FieldOf, type Param, paramsOf, readDrawing } from '@orrery/engine/describe'
import { Frame } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { useNodeForm } from '../form-context.tsx'
import { useSlot } from '../use-slot.ts'

const Designer = lazy(async () => ({ default: (await import('../drawing/designer.tsx')).Designer }))

/** A preview of the drawing with a button that opens its designer. */
export function DrawingField({ field }: { field: FieldOf<'drawing'> }) {
  const t = useT('workflow-node')
  const { data, isReadOnly } = useNodeForm()
  const [value, set] = useSlot(field.slot)
  const [isOpen, setOpen] = useState(false)
  const drawing = readDrawing(parse(value))
  const inputs = (paramsOf(data, 'inputs.inputParameters') as Param[]).map((param) => param?.name).filter(Boolean)
  return (
    <div className="flex flex-col gap-2">
      <button
        type="button"
        onClick={() => setOpen(true)}
        aria-label={t('drawing.open')}
        className="overflow-hidden rounded-md border border-line bg-canvas p-2 hover:border-line-strong"
      >
        <img
          src={`data:image/svg+xml,${encodeURIComponent(drawingSvg(drawing, Object.fromEntries(inputs.map((input) => [input, `{{${input}}}`]))))}`}
          alt={t('drawing.preview')}
          className="mx-auto max-h-44 max-w-full"
        />
      </button>
      <Button size="sm" icon={Frame} onClick={() => setOpen(true)} className="self-start">
        {t('drawing.open')}
      </Button>
      {isOpen && (
        <Suspense>
          <Designer
            drawing={drawing}
            inputs={inputs}
            isReadOnly={isReadOnly}
            onChange={(next) => set(JSON.stringify(next))}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </div>
  )
}

function parse(text: unknown): unknown {
  try {
    return JSON.parse(String(text))
  } catch {
    return undefined
  }
}
