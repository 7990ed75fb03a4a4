import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Slider } from '#ui/slider.tsx'
import { Switch } from '#ui/switch.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { ModelNeeded } from '#domains/chat/model/index.ts'
import { useEditor } from '../../document/editor-context.ts'
import { Labelled } from './labelled.tsx'

export interface SearchSetting {
  search_mode: number
  top_k: number
  min_score: number
  use_nl2_sql: boolean
  use_rewrite: boolean
  use_rerank: boolean
  no_recall_reply_mode: number
  no_recall_reply_customize_prompt: string
}

interface KnowledgeSearchProps {
  value: SearchSetting
  onChange: (next: SearchSetting) => void
  isReadOnly: boolean
  onClose: () => void
}
const asking = ['use_rewrite', 'use_rerank', 'use_nl2_sql'] as const

/** Knowledge search settings of a model node. */
export function KnowledgeSearch({ value, onChange, isReadOnly, onClose }: KnowledgeSearchProps) {
  const t = useT('workflow-node')
  const { spaceId } = useEditor()
  const toggles = [
    ['use_rewrite', t('field.useRewrite')],
    ['use_rerank', t('field.useRerank')],
    ['use_nl2_sql', t('field.useNl2sql')],
  ] as const
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('skills.settings')}
      footer={<Button onClick={onClose}>{t('drawing.done')}</Button>}
    >
      <div className="flex flex-col gap-3">
        <Segmented
          wide
          size="sm"
          label={t('field.strategy')}
          disabled={isReadOnly}
          items={[
            { value: '1', label: t('choice.searchHybrid') },
            { value: '0', label: t('choice.searchSemantic') },
            { value: '20', label: t('choice.searchFulltext') },
          ]}
          value={String(value.search_mode)}
          onChange={(next) => onChange({ ...value, search_mode: Number(next) })}
        />
        <Labelled label={t('field.topK')}>
          <Slider
            size="sm"
            label={t('field.topK')}
            min={1}
            max={20}
            value={value.top_k}
            disabled={isReadOnly}
            onChange={(top_k) => onChange({ ...value, top_k })}
          />
        </Labelled>
        <Labelled label={t('field.minScore')}>
          <Slider
            size="sm"
            label={t('field.minScore')}
            min={0}
            max={0.99}
            step={0.01}
            value={value.min_score}
            disabled={isReadOnly}
            onChange={(min_score) => onChange({ ...value, min_score })}
          />
        </Labelled>
        {toggles.map(([key, label]) => (
          <div key={key} className="flex items-center justify-between gap-3">
            <span>{label}</span>
            <Switch
              label={label}
              checked={value[key]}
              disabled={isReadOnly}
              onChange={(on) => onChange({ ...value, [key]: on })}
            />
          </div>
        ))}
        {asking.some((key) => value[key]) && <ModelNeeded spaceId={spaceId} />}
        <Labelled label={t('skills.noRecall')}>
          <Textarea
            rows={2}
            aria-label={t('skills.noRecall')}
            disabled={isReadOnly}
            value={value.no_recall_reply_mode === 1 ? value.no_recall_reply_customize_prompt : ''}
            onChange={(event) =>
              onChange({
                ...value,
                no_recall_reply_mode: event.target.value ? 1 : 0,
                no_recall_reply_customize_prompt: event.target.value,
              })
            }
          />
        </Labelled>
      </div>
    </Dialog>
  )
}
