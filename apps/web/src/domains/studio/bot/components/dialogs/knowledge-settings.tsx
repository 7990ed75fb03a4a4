import { NoRecallReplyMode, SearchStrategy, ShowSourceMode } from '@orrery/contract/shared/bot-enums'
import { ModelFunction, SupportLevel } from '@orrery/contract/shared/model-support'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { confirm } from '#ui/confirm-host.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Select } from '#ui/select.tsx'
import { Slider } from '#ui/slider.tsx'
import { Switch } from '#ui/switch.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { ModelNeeded } from '#domains/chat/model/index.ts'
import { useEditor, useGroup } from '../../draft/draft-context.ts'
import { useSupport } from '../../skills/use-support.ts'

/** How the bot uses its knowledge: when to search, how, and what to show. */
export function KnowledgeSettings({ isReadOnly, onClose }: { isReadOnly: boolean; onClose: () => void }) {
  const t = useT('bot')
  const [knowledge, change] = useGroup('knowledge')
  const setAuto = useCallMode(knowledge.auto, (auto) => change({ auto }))
  const strategies = [
    { value: String(SearchStrategy.hybrid), label: t('knowledge.hybrid'), description: t('knowledge.hybrid.help') },
    {
      value: String(SearchStrategy.semantic),
      label: t('knowledge.semantic'),
      description: t('knowledge.semantic.help'),
    },
    {
      value: String(SearchStrategy.fullText),
      label: t('knowledge.fullText'),
      description: t('knowledge.fullText.help'),
    },
  ]
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="md"
      title={t('knowledge.settings')}
      footer={<Button onClick={onClose}>{t('done')}</Button>}
    >
      <fieldset disabled={isReadOnly} className="flex flex-col gap-4">
        <Field
          label={t('knowledge.call')}
          help={knowledge.auto ? t('knowledge.auto.help') : t('knowledge.onDemand.help')}
        >
          <Segmented
            label={t('knowledge.call')}
            disabled={isReadOnly}
            items={[
              { value: 'auto', label: t('knowledge.auto') },
              { value: 'demand', label: t('knowledge.onDemand') },
            ]}
            value={knowledge.auto ? 'auto' : 'demand'}
            onChange={(next) => void setAuto(next === 'auto')}
          />
        </Field>
        <Field label={t('knowledge.strategy')}>
          <Select
            items={strategies}
            value={String(knowledge.search_strategy)}
            disabled={isReadOnly}
            onChange={(next) => change({ search_strategy: Number(next) as typeof knowledge.search_strategy })}
          />
        </Field>
        <Field label={t('knowledge.topK')} help={t('knowledge.topK.help')}>
          <Slider
            label={t('knowledge.topK')}
            min={1}
            max={20}
            value={knowledge.top_k}
            disabled={isReadOnly}
            onChange={(next) => change({ top_k: next })}
          />
        </Field>
        <Field label={t('knowledge.minScore')} help={t('knowledge.minScore.help')}>
          <Slider
            label={t('knowledge.minScore')}
            min={0}
            max={1}
            step={0.01}
            value={knowledge.min_score}
            disabled={isReadOnly}
            onChange={(next) => change({ min_score: next })}
          />
        </Field>
        <RecallFields isReadOnly={isReadOnly} />
        <NoRecallFields isReadOnly={isReadOnly} />
        <SourceFields isReadOnly={isReadOnly} />
      </fieldset>
    </Dialog>
  )
}

function RecallFields({ isReadOnly }: { isReadOnly: boolean }) {
  const t = useT('bot')
  const { spaceId } = useEditor()
  const [{ recall_strategy: recall }, change] = useGroup('knowledge')
  const switches = [
    { key: 'use_rewrite', label: t('knowledge.rewrite') },
    { key: 'use_rerank', label: t('knowledge.rerank') },
    { key: 'use_nl2sql', label: t('knowledge.nl2sql') },
  ] as const
  return (
    <Field label={t('knowledge.recall')}>
      <div className="flex flex-col gap-2">
        {switches.map(({ key, label }) => (
          <Switch
            key={key}
            checked={recall[key]}
            disabled={isReadOnly}
            onChange={(on) => change({ recall_strategy: { ...recall, [key]: on } })}
          >
            {label}
          </Switch>
        ))}
        {switches.some(({ key }) => recall[key]) && <ModelNeeded spaceId={spaceId} />}
      </div>
    </Field>
  )
}

/** The answer of the bot if no knowledge was found. */
function NoRecallFields({ isReadOnly }: { isReadOnly: boolean }) {
  const t = useT('bot')
  const [knowledge, change] = useGroup('knowledge')
  return (
    <>
      <Field label={t('knowledge.noRecall')}>
        <Segmented
          label={t('knowledge.noRecall')}
          disabled={isReadOnly}
          items={[
            { value: String(NoRecallReplyMode.default), label: t('knowledge.noRecall.default') },
            { value: String(NoRecallReplyMode.customPrompt), label: t('knowledge.noRecall.custom') },
          ]}
          value={String(knowledge.no_recall_reply_mode)}
          onChange={(next) => change({ no_recall_reply_mode: Number(next) as 0 | 1 })}
        />
      </Field>
      {knowledge.no_recall_reply_mode === NoRecallReplyMode.customPrompt && (
        <Field label={t('knowledge.noRecall.prompt')}>
          <Textarea
            value={knowledge.no_recall_reply_customize_prompt}
            placeholder={t('knowledge.noRecall.placeholder')}
            disabled={isReadOnly}
            onChange={(event) => change({ no_recall_reply_customize_prompt: event.target.value })}
          />
        </Field>
      )}
    </>
  )
}

function SourceFields({ isReadOnly }: { isReadOnly: boolean }) {
  const t = useT('bot')
  const [knowledge, change] = useGroup('knowledge')
  return (
    <Field label={t('knowledge.source')}>
      <div className="flex flex-wrap items-center gap-3">
        <Switch checked={knowledge.show_source} disabled={isReadOnly} onChange={(on) => change({ show_source: on })}>
          {t('knowledge.source.show')}
        </Switch>
        {knowledge.show_source && (
          <Segmented
            size="sm"
            label={t('knowledge.source.as')}
            disabled={isReadOnly}
            items={[
              { value: String(ShowSourceMode.replyBottom), label: t('knowledge.source.bottom') },
              { value: String(ShowSourceMode.cardList), label: t('knowledge.source.cards') },
            ]}
            value={String(knowledge.show_source_mode)}
            onChange={(next) => change({ show_source_mode: Number(next) as 0 | 1 })}
          />
        )}
      </div>
    </Field>
  )
}

/** Asks for confirmation before switching to a mode that the model supports poorly or not at all. */
function useCallMode(isAuto: boolean, set: (auto: boolean) => void): (auto: boolean) => Promise<void> {
  const t = useT('bot')
  const auto = useSupport(ModelFunction.knowledgeAutoCall)
  const demand = useSupport(ModelFunction.knowledgeOnDemandCall)
  return async (next) => {
    if (next === isAuto) return
    const { level, model } = next ? auto : demand
    const mode = next ? t('knowledge.auto') : t('knowledge.onDemand')
    const isFine =
      level === SupportLevel.full ||
      (await confirm({
        title: t('knowledge.confirm.title', { mode }),
        text:
          level === SupportLevel.none
            ? t('knowledge.confirm.none', { model, mode })
            : t('knowledge.confirm.poor', { model, mode }),
        action: t('knowledge.confirm.action'),
      }))
    if (isFine) set(next)
  }
}
