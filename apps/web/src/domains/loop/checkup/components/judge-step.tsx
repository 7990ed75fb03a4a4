import { RunType } from '@orrery/contract/shared/checkup-enums'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { readStream } from '#lib/sse.ts'
import { Button } from '#ui/button.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Field } from '#ui/field.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Select } from '#ui/select.tsx'
import { Tag } from '#ui/tag.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { judgesQuery, type LiteBatch, refreshBatches } from '../checkup.queries.ts'
import { judgeOf, type JudgeKind, ruleOf } from '../compare-form.ts'
import { SideBySide } from './side-by-side.tsx'

interface JudgeStepProps {
  spaceId: string
  batch: LiteBatch
  isTesting: boolean
}
const judgeKinds: JudgeKind[] = ['same', 'contains', 'words', 'prompt']

/** Selects the judge of all objects, and tries it on five rows. */
export function JudgeStep({ spaceId, batch, isTesting }: JudgeStepProps) {
  const t = useT('checkup')
  const ui = useT('ui')
  const meta = batch.coze_batch_task_meta
  const of = { space_id: spaceId, batch_task_id: meta.id }
  const [kind, setKind] = useState<JudgeKind>('same')
  const [prompt, setPrompt] = useState(meta.rule?.prompt_rule?.content ?? '')
  const templates = useQuery(judgesQuery(spaceId)).data ?? []
  const refresh = () => refreshBatches(spaceId)
  const mode = useMutation({
    mutationFn: (run_type: RunType) => api.liteBatch.update({ ...of, run_type }),
    onSuccess: refresh,
  })
  const save = useMutation({
    mutationFn: () => api.liteBatch.setRule({ ...of, rule: ruleOf(kind, prompt, t(`judge.${kind}`)) }),
    onSuccess: refresh,
  })
  const rewrite = useMutation({
    async mutationFn() {
      let text = ''
      for await (const { data } of readStream(() => api.liteBatch.rewrite({ ...of, prompt }))) {
        text += (data as { content?: string }).content ?? ''
        setPrompt(text)
      }
    },
  })
  const tryOut = useMutation({
    async mutationFn() {
      await api.liteDataset.testRows(of)
      await api.liteBatch.submit({ ...of, is_test_run: true })
    },
    onSettled: refresh,
  })
  const isJudged = meta.run_type === RunType.full
  const failed = save.error ?? mode.error ?? rewrite.error ?? tryOut.error
  const canTry = meta.eval_objects.length > 0 && (!isJudged || meta.rule !== undefined)
  return (
    <div className="flex flex-col gap-3">
      <Segmented
        label={t('judge.mode')}
        items={[
          { value: 'judge', label: t('judge.score') },
          { value: 'collect', label: t('judge.collect') },
        ]}
        value={isJudged ? 'judge' : 'collect'}
        onChange={(next) => mode.mutate(next === 'judge' ? RunType.full : RunType.outputsOnly)}
      />
      {isJudged && (
        <>
          <Segmented
            label={t('judge.type')}
            items={judgeKinds.map((value) => ({ value, label: t(`judge.${value}`) }))}
            value={kind}
            onChange={setKind}
          />
          {kind === 'prompt' && (
            <>
              <Field label={t('judge.template')}>
                <Select
                  items={templates.map(({ name, content }) => ({ value: content, label: name }))}
                  value={templates.find(({ content }) => content === prompt)?.content ?? null}
                  onChange={setPrompt}
                  placeholder={t('judge.template')}
                />
              </Field>
              <Field label={t('judge.text')}>
                <Textarea value={prompt} rows={6} onChange={({ target }) => setPrompt(target.value)} />
              </Field>
            </>
          )}
          <div className="flex flex-wrap items-center gap-2">
            {kind === 'prompt' && (
              <Button disabled={!prompt.trim()} busy={rewrite.isPending} onClick={() => rewrite.mutate()}>
                {t('judge.rewrite')}
              </Button>
            )}
            <Button disabled={kind === 'prompt' && !prompt.trim()} busy={save.isPending} onClick={() => save.mutate()}>
              {t('judge.save')}
            </Button>
            {meta.rule ? (
              <Tag tone="ok">
                {ui('pair', { name: t('judge.saved'), value: t(`judge.${judgeOf(meta.rule.evaluator_type)}`) })}
              </Tag>
            ) : (
              <span className="text-mute">{t('judge.none')}</span>
            )}
          </div>
        </>
      )}
      <div>
        <Button disabled={!canTry || isTesting} busy={tryOut.isPending || isTesting} onClick={() => tryOut.mutate()}>
          {t('judge.try')}
        </Button>
      </div>
      {failed && <ErrorPanel error={failed} />}
      {!isTesting && <SideBySide spaceId={spaceId} batch={batch} isTest />}
    </div>
  )
}
