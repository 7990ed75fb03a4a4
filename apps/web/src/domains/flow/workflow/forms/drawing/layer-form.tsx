import type { Drawing, Layer } from '@orrery/engine/describe'
import { useT } from '#lib/i18n.ts'
import { Input } from '#ui/input.tsx'
import { NumberInput } from '#ui/number-input.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Select } from '#ui/select.tsx'
import { Switch } from '#ui/switch.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { Labelled } from '../parts/labelled.tsx'
import { inputOf, setInput } from './drawing-edits.ts'

interface LayerFormProps {
  drawing: Drawing
  layer: Layer
  inputs: readonly string[]
  onDrawing: (next: Drawing) => void
  onChange: (change: Partial<Layer>, merge: string) => void
  isReadOnly: boolean
}

/** All settings of one layer. */
export function LayerForm({ drawing, layer, inputs, onDrawing, onChange, isReadOnly }: LayerFormProps) {
  const t = useT('workflow-node')
  const number = (
    key: 'left' | 'top' | 'width' | 'height' | 'angle' | 'fontSize' | 'strokeWidth' | 'rx',
    label: string,
    initial = 0,
  ) => (
    <Labelled label={label} key={key}>
      <NumberInput
        size="sm"
        label={label}
        value={Number(layer[key] ?? initial)}
        disabled={isReadOnly}
        onChange={(next) => next !== null && onChange({ [key]: next }, key)}
      />
    </Labelled>
  )
  const colour = (key: 'fill' | 'stroke', label: string, initial: string) => (
    <ColourField
      key={key}
      label={label}
      value={String(layer[key] ?? initial)}
      disabled={isReadOnly}
      onChange={(next) => onChange({ [key]: next }, key)}
    />
  )
  const hasContent = layer.type === 'textbox' || layer.type === 'image'
  const bound = inputOf(drawing, layer.customId)
  return (
    <div className="flex flex-col gap-2">
      {hasContent && (
        <Labelled label={t('drawing.source')}>
          <Select
            size="sm"
            label={t('drawing.source')}
            disabled={isReadOnly}
            items={[{ value: '', label: t('drawing.fixed') }, ...inputs.map((value) => ({ value, label: value }))]}
            value={bound}
            onChange={(next) => onDrawing(setInput(drawing, layer.customId, next))}
          />
        </Labelled>
      )}
      {layer.type === 'textbox' && !bound && (
        <Textarea
          aria-label={t('drawing.content')}
          rows={2}
          disabled={isReadOnly}
          value={layer.text ?? ''}
          onChange={(event) => onChange({ text: event.target.value }, 'text')}
        />
      )}
      {layer.type === 'image' && !bound && (
        <Input
          size="sm"
          aria-label={t('drawing.src')}
          placeholder={t('drawing.src')}
          disabled={isReadOnly}
          value={layer.src ?? ''}
          onChange={(event) => onChange({ src: event.target.value }, 'src')}
        />
      )}
      <div className="grid grid-cols-2 gap-2">
        {number('left', t('drawing.left'))}
        {number('top', t('drawing.top'))}
        {number('width', t('drawing.width'))}
        {number('height', t('drawing.height'))}
        {layer.type !== 'line' && layer.type !== 'image' && colour('fill', t('drawing.fill'), '#1f1f24')}
        {(layer.type === 'rect' || layer.type === 'circle' || layer.type === 'line') && (
          <>
            {colour('stroke', t('drawing.stroke'), '#1f1f24')}
            {number('strokeWidth', t('drawing.strokeWidth'))}
          </>
        )}
        {layer.type === 'rect' && number('rx', t('drawing.radius'))}
        {layer.type === 'textbox' && number('fontSize', t('drawing.fontSize'), 32)}
        {number('angle', t('drawing.angle'))}
        <Labelled label={t('drawing.opacity')}>
          <NumberInput
            size="sm"
            label={t('drawing.opacity')}
            unit="%"
            min={0}
            max={100}
            value={Math.round((layer.opacity ?? 1) * 100)}
            disabled={isReadOnly}
            onChange={(next) => next !== null && onChange({ opacity: next / 100 }, 'opacity')}
          />
        </Labelled>
      </div>
      {layer.type === 'textbox' && (
        <div className="flex items-center justify-between gap-2">
          <Segmented
            size="sm"
            label={t('drawing.align')}
            disabled={isReadOnly}
            items={(['left', 'center', 'right'] as const).map((value) => ({
              value,
              label: t(`drawing.${value}.align`),
            }))}
            value={layer.textAlign ?? 'left'}
            onChange={(textAlign) => onChange({ textAlign }, 'align')}
          />
          <Switch
            checked={layer.fontWeight === 'bold'}
            disabled={isReadOnly}
            onChange={(on) => onChange({ fontWeight: on ? 'bold' : 'normal' }, 'bold')}
          >
            {t('drawing.bold')}
          </Switch>
        </div>
      )}
    </div>
  )
}

interface ColourFieldProps {
  label: string
  value: string
  onChange: (value: string) => void
  disabled: boolean
}

/** A colour, picked or typed. */
export function ColourField({ label, value, onChange, disabled }: ColourFieldProps) {
  return (
    <Labelled label={label}>
      <Input
        size="sm"
        mono
        aria-label={label}
        value={value}
        disabled={disabled}
        onChange={(event) => onChange(event.target.value)}
        before={
          <input
            type="color"
            tabIndex={-1}
            aria-hidden
            disabled={disabled}
            value={/^#[0-9a-f]{6}$/i.test(value) ? value : '#000000'}
            onChange={(event) => onChange(event.target.value)}
            className="size-4 cursor-pointer appearance-none rounded-xs bg-transparent"
          />
        }
      />
    </Labelled>
  )
}
