import { ChunkType, KNOWLEDGE_LIMITS } from '@orrery/contract/shared/knowledge-enums'
import { Layers, ListTree, SlidersHorizontal, Sparkles } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { RadioGroup } from '#ui/radio-group.tsx'
import { Select } from '#ui/select.tsx'
import { Slider, type SliderProps } from '#ui/slider.tsx'
import { Tag } from '#ui/tag.tsx'
import { type ChunkKind, kindOf, type Separator, separatorOf, separators } from '../chunk-rules.ts'
import type { ChunkStrategy } from '../use-document-actions.ts'

interface ChunkFieldsProps {
  value: ChunkStrategy
  onChange: (value: ChunkStrategy) => void
}

/** The segmentation rule and its settings. */
export function ChunkFields({ value, onChange }: ChunkFieldsProps) {
  const t = useT('knowledge')
  const set = (change: Partial<ChunkStrategy>) => onChange({ ...value, ...change })
  return (
    <div className="flex flex-col gap-5">
      <RadioGroup<ChunkKind>
        label={t('chunk.title')}
        value={kindOf(value)}
        onChange={(kind) => set({ chunk_type: ChunkType[kind] })}
        items={[
          {
            value: 'automatic',
            label: t('chunk.automatic'),
            description: t('chunk.automaticText'),
            icon: Sparkles,
            beside: <Tag tone="outline">{t('chunk.recommended')}</Tag>,
          },
          {
            value: 'custom',
            label: t('chunk.custom'),
            description: t('chunk.customText'),
            icon: SlidersHorizontal,
            settings: <CustomFields value={value} set={set} />,
          },
          {
            value: 'level',
            label: t('chunk.level'),
            description: t('chunk.levelText', { level: value.max_level }),
            icon: ListTree,
            settings: <LevelFields value={value} set={set} />,
          },
          {
            value: 'parentChild',
            label: t('chunk.parentChild'),
            description: t('chunk.parentChildText'),
            icon: Layers,
            settings: <ParentFields value={value} set={set} />,
          },
        ]}
      />
      {value.chunk_type !== ChunkType.automatic && (
        <fieldset className="flex flex-col gap-2">
          <legend className="mb-2 font-semibold">{t('chunk.clean')}</legend>
          <Checkbox checked={value.remove_extra_spaces} onChange={(on) => set({ remove_extra_spaces: on })}>
            {t('chunk.spaces')}
          </Checkbox>
          <Checkbox checked={value.remove_urls_emails} onChange={(on) => set({ remove_urls_emails: on })}>
            {t('chunk.links')}
          </Checkbox>
        </fieldset>
      )}
    </div>
  )
}

interface PartProps {
  value: ChunkStrategy
  set: (change: Partial<ChunkStrategy>) => void
}
const row = 'flex items-center gap-3 [&>span]:w-24 [&>span]:shrink-0'

function CustomFields({ value, set }: PartProps) {
  const t = useT('knowledge')
  const separator = separatorOf(value.separator)
  return (
    <div className="flex flex-col gap-3">
      <div className={row}>
        <span>{t('chunk.cutAt')}</span>
        <Select<Separator>
          label={t('chunk.cutAt')}
          className="flex-1"
          value={separator}
          onChange={(name) => set({ separator: name === 'own' ? '' : separators[name] })}
          items={(['line', 'blank', 'stop', 'stopZh', 'rule', 'own'] as const).map((name) => ({
            value: name,
            label: t(`chunk.separator.${name}`),
          }))}
        />
      </div>
      {separator === 'own' && (
        <Field help={t('chunk.ownHelp')}>
          <Input
            mono
            aria-label={t('chunk.separator.own')}
            value={value.separator}
            maxLength={KNOWLEDGE_LIMITS.separator}
            onChange={(event) => set({ separator: event.target.value })}
          />
        </Field>
      )}
      <LongestRow value={value} set={set} />
      <SliderRow
        label={t('chunk.overlap')}
        min={0}
        max={90}
        unit="%"
        value={value.overlap}
        onChange={(overlap) => set({ overlap })}
      />
    </div>
  )
}

function LevelFields({ value, set }: PartProps) {
  const t = useT('knowledge')
  return (
    <div className="flex flex-col gap-3">
      <SliderRow
        label={t('chunk.depth')}
        min={1}
        max={6}
        value={value.max_level}
        onChange={(level) => set({ max_level: level })}
      />
      <LongestRow value={value} set={set} />
      <Checkbox checked={value.save_title} onChange={(on) => set({ save_title: on })}>
        {t('chunk.titles')}
      </Checkbox>
    </div>
  )
}

function ParentFields({ value, set }: PartProps) {
  const t = useT('knowledge')
  return (
    <div className="flex flex-col gap-3">
      <SliderRow
        label={t('chunk.parent')}
        min={200}
        max={5000}
        step={50}
        value={Math.max(200, value.max_tokens)}
        onChange={(size) => set({ max_tokens: size })}
      />
      <SliderRow
        label={t('chunk.child')}
        min={50}
        max={1000}
        step={10}
        value={value.child_max_tokens}
        onChange={(size) => set({ child_max_tokens: size })}
      />
    </div>
  )
}

function LongestRow({ value, set }: PartProps) {
  const t = useT('knowledge')
  return (
    <SliderRow
      label={t('chunk.longest')}
      min={50}
      max={5000}
      step={50}
      value={value.max_tokens}
      onChange={(size) => set({ max_tokens: size })}
    />
  )
}

function SliderRow(props: SliderProps) {
  return (
    <div className={row}>
      <span>{props.label}</span>
      <Slider className="flex-1" {...props} />
    </div>
  )
}
