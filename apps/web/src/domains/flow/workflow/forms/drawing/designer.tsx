import type { Drawing, Layer } from '@orrery/engine/describe'
import { ArrowDown, ArrowUp, Circle, Copy, Image, Minus, Square, Trash2, Type } from 'lucide-react'
import { useState } from 'react'
import { cn } from '#lib/class-names.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { NumberInput } from '#ui/number-input.tsx'
import { Labelled } from '../parts/labelled.tsx'
import { Board } from './board.tsx'
import { addLayer, changeLayer, copyLayer, moveLayer, removeLayer } from './drawing-edits.ts'
import { ColourField, LayerForm } from './layer-form.tsx'
import { useLayerName } from './layer-name.ts'

interface DesignerProps {
  drawing: Drawing
  /** Names of the inputs of the node. */
  inputs: readonly string[]
  onChange: (next: Drawing, merge?: string) => void
  isReadOnly: boolean
  onClose: () => void
}

const shapes = [
  { type: 'textbox', glyph: Type, label: 'drawing.text' },
  { type: 'rect', glyph: Square, label: 'drawing.rect' },
  { type: 'circle', glyph: Circle, label: 'drawing.circle' },
  { type: 'line', glyph: Minus, label: 'drawing.line' },
  { type: 'image', glyph: Image, label: 'drawing.image' },
] as const

/** A board with layers. A run draws exactly what the board shows. */
export function Designer({ drawing, inputs, onChange, isReadOnly, onClose }: DesignerProps) {
  const t = useT('workflow-node')
  const name = useLayerName()
  const [chosen, setChosen] = useState<string | null>(null)
  const layer = drawing.objects.find((object) => object.customId === chosen)
  const change = (id: string, next: Partial<Layer>, merge: string) =>
    onChange(changeLayer(drawing, id, next), `${id}/${merge}`)
  const applyLayer = ({ drawing: next, id }: { drawing: Drawing; id: string }) => {
    onChange(next)
    setChosen(id)
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="lg"
      className="max-w-270"
      title={t('drawing.title')}
      footer={
        <Button kind="solid" onClick={onClose}>
          {t('drawing.done')}
        </Button>
      }
    >
      <div className="flex flex-col gap-3">
        {!isReadOnly && (
          <div className="flex flex-wrap gap-1">
            {shapes.map(({ type, glyph, label }) => (
              <Button
                key={type}
                size="sm"
                icon={glyph}
                onClick={() => applyLayer(addLayer(drawing, type, t('drawing.sample')))}
              >
                {t(label)}
              </Button>
            ))}
          </div>
        )}
        <div className="grid grid-cols-[1fr_17rem] gap-4">
          <Board
            drawing={drawing}
            values={Object.fromEntries(inputs.map((input) => [input, `{{${input}}}`]))}
            chosen={chosen}
            onChoose={setChosen}
            onChange={change}
            isReadOnly={isReadOnly}
          />
          <div className="flex min-w-0 flex-col gap-3">
            <h3 className="font-semibold">{t('drawing.layers')}</h3>
            {!drawing.objects.length && <p className="text-small text-mute">{t('drawing.noLayers')}</p>}
            <ul className="flex max-h-40 flex-col overflow-y-auto">
              {drawing.objects.map((object, place) => (
                <LayerRow
                  key={object.customId}
                  name={name(object, place)}
                  isChosen={object.customId === chosen}
                  onChoose={() => setChosen(object.customId)}
                >
                  {!isReadOnly && (
                    <>
                      <IconButton
                        size="sm"
                        icon={ArrowUp}
                        label={t('drawing.up', { name: name(object, place) })}
                        disabled={place === drawing.objects.length - 1}
                        onClick={() => onChange(moveLayer(drawing, object.customId, 1))}
                      />
                      <IconButton
                        size="sm"
                        icon={ArrowDown}
                        label={t('drawing.down', { name: name(object, place) })}
                        disabled={place === 0}
                        onClick={() => onChange(moveLayer(drawing, object.customId, -1))}
                      />
                      <IconButton
                        size="sm"
                        icon={Copy}
                        label={t('drawing.copy', { name: name(object, place) })}
                        onClick={() => applyLayer(copyLayer(drawing, object.customId))}
                      />
                      <IconButton
                        size="sm"
                        icon={Trash2}
                        label={t('drawing.remove', { name: name(object, place) })}
                        onClick={() => onChange(removeLayer(drawing, object.customId))}
                      />
                    </>
                  )}
                </LayerRow>
              ))}
            </ul>
            <div className="border-t border-line pt-3">
              {layer ? (
                <LayerForm
                  drawing={drawing}
                  layer={layer}
                  inputs={inputs}
                  onDrawing={onChange}
                  onChange={(next, merge) => change(layer.customId, next, merge)}
                  isReadOnly={isReadOnly}
                />
              ) : (
                <BoardForm drawing={drawing} onChange={onChange} isReadOnly={isReadOnly} />
              )}
            </div>
          </div>
        </div>
      </div>
    </Dialog>
  )
}

interface LayerRowProps {
  name: string
  isChosen: boolean
  onChoose: () => void
  children: React.ReactNode
}

function LayerRow({ name, isChosen, onChoose, children }: LayerRowProps) {
  return (
    <li className={cn('flex h-8 shrink-0 items-center rounded-md pr-1', isChosen ? 'bg-brand-soft' : 'hover:bg-hover')}>
      <button
        type="button"
        aria-pressed={isChosen}
        onClick={onChoose}
        className="h-full min-w-0 flex-1 truncate rounded-md px-2 text-left"
      >
        {name}
      </button>
      {children}
    </li>
  )
}

function BoardForm({ drawing, onChange, isReadOnly }: Pick<DesignerProps, 'drawing' | 'onChange' | 'isReadOnly'>) {
  const t = useT('workflow-node')
  return (
    <div className="grid grid-cols-2 gap-2">
      {(['width', 'height'] as const).map((key) => (
        <Labelled key={key} label={t(`drawing.${key}`)}>
          <NumberInput
            size="sm"
            label={t(`drawing.${key}`)}
            min={16}
            max={4096}
            unit="px"
            value={drawing[key]}
            disabled={isReadOnly}
            onChange={(next) => next !== null && onChange({ ...drawing, [key]: next }, key)}
          />
        </Labelled>
      ))}
      <ColourField
        label={t('drawing.background')}
        value={drawing.background}
        disabled={isReadOnly}
        onChange={(background) => onChange({ ...drawing, background }, 'background')}
      />
    </div>
  )
}
