import { useMutation, useQuery } from '@tanstack/react-query'
import { Columns2, Play, Square } from 'lucide-react'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Textarea } from '#ui/textarea.tsx'
import type { DraftStore } from '../draft-store.ts'
import { fromValues, toValues } from '../input-values.ts'
import { type SavedTry, savedTryOf, toContext } from '../saved-tries.ts'
import { contextQuery, type Prompt, refreshHistory } from '../prompts.queries.ts'
import type { ToolMode } from '../try-step.ts'
import { useColumns } from '../use-columns.ts'
import { TryColumn } from './try-column.tsx'
import { TryHistory } from './try-history.tsx'
import { ValueField } from './value-field.tsx'
import { VariableSets } from './variable-sets.tsx'

interface TryPaneProps {
  store: DraftStore
  prompt: Prompt
  spaceId: string
  mayEdit: boolean
}

/** Tries the prompt in the editor: one answer, or up to four side by side. */
export function TryPane(props: TryPaneProps) {
  // Restore the inputs of the last try. They are read only once.
  const { data } = useQuery(contextQuery(props.prompt.id))
  const [savedTry, setSavedTry] = useState<SavedTry | null>(null)
  if (data && !savedTry) setSavedTry(savedTryOf(data))
  return savedTry && <Tries {...props} savedTry={savedTry} />
}

function Tries({ store, prompt, spaceId, mayEdit, savedTry }: TryPaneProps & { savedTry: SavedTry }) {
  const t = useT('prompts')
  const variables = store.use((now) => now.detail.variables)
  const hasTools = store.use((now) => now.detail.tools.length + now.detail.servers.length > 0)
  const [inputs, setInputs] = useState({ values: savedTry.values, message: savedTry.message })
  const [mode, setMode] = useState<ToolMode>(savedTry.mode)
  const { columns, answers, isRunning, mayAdd, add, remove, choose, continueStep, run, stop } = useColumns(
    savedTry.columns,
  )
  const { values, message } = inputs
  const [continueAndRefresh] = useState(
    () => (id: number, responses: readonly string[]) =>
      void continueStep(id, responses).then(() => refreshHistory(prompt.id)),
  )
  const start = () => {
    const { detail } = store.current()
    const context = toContext({ mode, columns, message, variables: toValues(detail.variables, values) })
    // Saving the inputs is a convenience: a failure must not stop the run.
    void api.promptRun.saveContext({ prompt_id: prompt.id, ...context }).catch(() => {})
    const asked = { spaceId, promptId: prompt.id, detail, values, message, mode }
    void run(asked).then(() => refreshHistory(prompt.id))
  }
  const reuse = useMutation({
    mutationFn: (debug_id: string) => api.promptRun.record({ prompt_id: prompt.id, debug_id }),
    onSuccess: ({ debug_detail: tried }) => {
      // The record of a continued step has the original message in its contexts.
      const first = tried.message ?? tried.contexts[0]
      setInputs({ values: fromValues(tried.variables), message: first?.content ?? '' })
    },
  })
  return (
    <section aria-label={t('try.title')} className="flex min-w-0 flex-col gap-4 p-5">
      <div className="flex items-center gap-2">
        <h2 className="font-semibold">{t('try.title')}</h2>
        <span className="ml-auto flex gap-2">
          <Button icon={Columns2} disabled={!mayAdd || isRunning} onClick={add}>
            {t('try.compare')}
          </Button>
          {isRunning ? (
            <Button icon={Square} onClick={stop}>
              {t('try.stop')}
            </Button>
          ) : (
            <Button kind="solid" icon={Play} onClick={start}>
              {t('try.run')}
            </Button>
          )}
        </span>
      </div>
      <VariableSets promptId={prompt.id} variables={variables} inputs={inputs} mayEdit={mayEdit} onUse={setInputs} />
      {variables.map((variable) => (
        <ValueField
          key={variable.key}
          variable={variable}
          text={values[variable.key] ?? ''}
          onChange={(text) => setInputs((now) => ({ ...now, values: { ...now.values, [variable.key]: text } }))}
        />
      ))}
      <Field label={t('try.message')}>
        <Textarea
          rows={2}
          placeholder={t('try.messageHint')}
          value={message}
          onChange={(event) => setInputs((now) => ({ ...now, message: event.target.value }))}
        />
      </Field>
      {hasTools && (
        <Field label={t('mode.title')} help={t(`mode.${mode}Help`)}>
          <Segmented
            label={t('mode.title')}
            value={mode}
            onChange={setMode}
            items={(['canned', 'real', 'step'] as const).map((value) => ({ value, label: t(`mode.${value}`) }))}
          />
        </Field>
      )}
      <div className={columns.length > 1 ? 'grid grid-cols-2 gap-3' : 'flex flex-col'}>
        {columns.map((column, at) => (
          <TryColumn
            key={column.id}
            n={at + 1}
            column={column}
            answers={answers}
            prompt={prompt}
            spaceId={spaceId}
            isAlone={columns.length === 1}
            store={mayEdit ? store : undefined}
            onChoose={choose}
            onRemove={remove}
            onContinue={continueAndRefresh}
          />
        ))}
      </div>
      <TryHistory promptId={prompt.id} spaceId={spaceId} maySeeAll={mayEdit} onReuse={reuse.mutate} />
    </section>
  )
}
