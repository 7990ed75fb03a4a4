import { useQuery } from '@tanstack/react-query'
import { useT } from '#lib/i18n.ts'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { Switch } from '#ui/switch.tsx'
import { readPages } from '../chunk-rules.ts'
import { ChunkFields } from '../components/chunk-fields.tsx'
import { type Base, embeddingsQuery } from '../knowledge.queries.ts'
import type { ChunkStrategy } from '../use-document-actions.ts'
import { PreviewPanel } from './preview-panel.tsx'
import type { ImportItem } from './upload-state.ts'
import type { PreviewRule } from './use-preview.ts'

export interface SegmentSettings {
  chunk: ChunkStrategy
  ocr: boolean
  pages: string
  model: string
}
interface SegmentStepProps {
  base: Base
  items: readonly ImportItem[]
  value: SegmentSettings
  rule: PreviewRule
  onChange: (value: SegmentSettings) => void
  onEdited: (key: string, reviewId: string) => void
}

/** The settings on the left, the resulting slices on the right. */
export function SegmentStep({ base, items, value, rule, onChange, onEdited }: SegmentStepProps) {
  const t = useT('knowledge')
  const { data: models } = useQuery(embeddingsQuery(base.space_id))
  const set = (change: Partial<SegmentSettings>) => onChange({ ...value, ...change })
  const hasPdf = items.some((item) => /\.pdf$/i.test(item.name) || item.key.includes('.pdf'))
  return (
    <div className="flex min-h-0 flex-1">
      <div className="w-108 shrink-0 overflow-y-auto border-r border-line bg-card p-5">
        <h2 className="font-semibold">{t('chunk.title')}</h2>
        <p className="mb-3 text-small text-mute">{t('chunk.text')}</p>
        <ChunkFields value={value.chunk} onChange={(chunk) => set({ chunk })} />
        <h3 className="mt-5 mb-2 font-semibold">{t('reading.title')}</h3>
        <div className="flex flex-col gap-3">
          {hasPdf && (
            <>
              <Switch checked={value.ocr} onChange={(ocr) => set({ ocr })}>
                {t('reading.ocr')}
              </Switch>
              <Field
                label={t('reading.skip')}
                error={readPages(value.pages) === null ? t('reading.skipWrong') : undefined}
                help={t('reading.skipHelp')}
              >
                <Input
                  value={value.pages}
                  placeholder="1-3, 64"
                  onChange={(event) => set({ pages: event.target.value })}
                />
              </Field>
            </>
          )}
          <Field label={t('reading.model')} help={t('reading.modelHelp')}>
            <Select
              value={value.model || base.embedding_model}
              onChange={(model) => set({ model })}
              items={(models ?? [{ id: base.embedding_model, name: base.embedding_model }]).map((model) => ({
                value: model.id,
                label: model.name,
              }))}
            />
          </Field>
        </div>
      </div>
      <PreviewPanel datasetId={base.dataset_id} items={items} rule={rule} onEdited={onEdited} />
    </div>
  )
}
