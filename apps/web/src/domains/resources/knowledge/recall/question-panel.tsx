import { Clock, Play, Plus, Trash2 } from 'lucide-react'
import type { KeyboardEvent, ReactNode } from 'react'
import { DateTime } from '#ui/date-time.tsx'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Input } from '#ui/input.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Select } from '#ui/select.tsx'
import { Slider } from '#ui/slider.tsx'
import { Switch } from '#ui/switch.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { ModelNeeded } from '#domains/chat/model/index.ts'
import type { BaseFormat } from '../base-format.ts'
import { type MetadataRule, type RecallSettings, strategies } from './recall-state.ts'

export interface EarlierQuestion {
  question: string
  given: number
  of: number
  at: number
}
interface QuestionPanelProps {
  spaceId: string
  format: BaseFormat
  question: string
  onQuestion: (question: string) => void
  settings: RecallSettings
  onSettings: (settings: RecallSettings) => void
  earlier: readonly EarlierQuestion[]
  isRunning: boolean
  onRun: () => void
}

/** The question and the settings of the search, which do not affect bots. */
export function QuestionPanel(props: QuestionPanelProps) {
  const { spaceId, format, question, onQuestion, settings, onSettings, earlier, isRunning, onRun } = props
  const t = useT('knowledge')
  const set = (change: Partial<RecallSettings>) => onSettings({ ...settings, ...change })
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return
    event.preventDefault()
    onRun()
  }
  return (
    <aside className="w-84 shrink-0 overflow-y-auto border-r border-line bg-card p-4 max-sm:w-full">
      <label htmlFor="recall-question" className="mb-1.5 block font-semibold">
        {t('recall.question')}
      </label>
      <Textarea
        id="recall-question"
        rows={3}
        value={question}
        placeholder={t('recall.placeholder')}
        onChange={(event) => onQuestion(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div className="mt-2 flex items-center gap-2">
        <span className="min-w-0 flex-1 text-small text-mute">{t('recall.noBot')}</span>
        <Button
          kind="solid"
          size="sm"
          icon={Play}
          keys="mod+Enter"
          disabled={!question.trim()}
          busy={isRunning}
          onClick={onRun}
        >
          {t('recall.run')}
        </Button>
      </div>
      <Group label={t('recall.how')}>
        <Segmented
          wide
          size="sm"
          label={t('recall.how')}
          value={settings.strategy}
          onChange={(strategy) => set({ strategy })}
          items={strategies.map((value) => ({ value, label: t(`recall.${value}`) }))}
        />
        <div className="flex items-center gap-3">
          <span className="w-24 shrink-0">{t('recall.most')}</span>
          <Slider
            className="flex-1"
            label={t('recall.most')}
            min={1}
            max={20}
            value={settings.topK}
            onChange={(topK) => set({ topK })}
          />
        </div>
        <div className="flex items-center gap-3">
          <span className="w-24 shrink-0">{t('recall.lowest')}</span>
          <Slider
            className="flex-1"
            label={t('recall.lowest')}
            min={0}
            max={1}
            step={0.01}
            value={settings.minScore}
            onChange={(minScore) => set({ minScore })}
          />
        </div>
        <Switch checked={settings.useRewrite} onChange={(on) => set({ useRewrite: on })}>
          {t('recall.rewrite')}
        </Switch>
        <Switch checked={settings.useRerank} onChange={(on) => set({ useRerank: on })}>
          {t('recall.rerank')}
        </Switch>
        {format === 'table' && (
          <Switch checked={settings.useNl2sql} onChange={(on) => set({ useNl2sql: on })}>
            {t('recall.nl2sql')}
          </Switch>
        )}
        {(settings.useRewrite || settings.useRerank || settings.useNl2sql) && <ModelNeeded spaceId={spaceId} />}
      </Group>
      <Group label={t('recall.where')}>
        <Conditions rules={settings.metadata} onChange={(metadata) => set({ metadata })} />
      </Group>
      {earlier.length > 0 && (
        <Group label={t('recall.earlier')} icon>
          <ul className="flex flex-col">
            {earlier.map((item) => (
              <li key={item.at}>
                <button
                  type="button"
                  onClick={() => onQuestion(item.question)}
                  className="focus-inset flex w-full items-baseline gap-2 rounded-sm py-1 text-left hover:text-brand"
                >
                  <span className="min-w-0 flex-1 truncate">{item.question}</span>
                  <span className={item.given ? 'text-small text-mute' : 'text-small text-warn'}>
                    {item.given ? t('recall.givenOf', { given: item.given, of: item.of }) : t('recall.none')}
                  </span>
                  <DateTime at={item.at} className="text-small text-mute" />
                </button>
              </li>
            ))}
          </ul>
        </Group>
      )}
    </aside>
  )
}

function Group({ label, icon, children }: { label: string; icon?: boolean; children: ReactNode }) {
  return (
    <section className="mt-5">
      <h2 className="mb-2 flex items-center gap-1.5 text-caption font-medium text-mute uppercase">
        {icon && <Icon of={Clock} size={12} />}
        {label}
      </h2>
      <div className="flex flex-col gap-3">{children}</div>
    </section>
  )
}

function Conditions({
  rules,
  onChange,
}: {
  rules: readonly MetadataRule[]
  onChange: (rules: readonly MetadataRule[]) => void
}) {
  const t = useT('knowledge')
  const set = (at: number, change: Partial<MetadataRule>) =>
    onChange(rules.map((rule, index) => (index === at ? { ...rule, ...change } : rule)))
  return (
    <>
      {rules.map((rule, at) => (
        <div key={at} className="flex items-center gap-1">
          <Input
            size="sm"
            aria-label={t('metadata.key')}
            placeholder={t('metadata.key')}
            value={rule.key}
            onChange={(event) => set(at, { key: event.target.value })}
          />
          <Select
            size="sm"
            label={t('metadata.is')}
            className="w-20 shrink-0"
            value={rule.is}
            onChange={(is) => set(at, { is })}
            items={(['equal', 'not', 'contains'] as const).map((value) => ({ value, label: t(`metadata.${value}`) }))}
          />
          <Input
            size="sm"
            aria-label={t('metadata.value')}
            placeholder={t('metadata.value')}
            value={rule.value}
            onChange={(event) => set(at, { value: event.target.value })}
          />
          <IconButton
            size="sm"
            icon={Trash2}
            label={t('metadata.remove')}
            onClick={() => onChange(rules.toSpliced(at, 1))}
          />
        </div>
      ))}
      <Button
        size="sm"
        kind="ghost"
        icon={Plus}
        className="self-start"
        onClick={() => onChange([...rules, { key: '', is: 'equal', value: '' }])}
      >
        {t('recall.addCondition')}
      </Button>
    </>
  )
}
