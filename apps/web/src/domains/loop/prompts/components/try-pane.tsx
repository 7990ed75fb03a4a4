import { PromptVariableType } from '@orrery/contract/shared/prompt-enums'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Columns2, Play, Square } from 'lucide-react'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Textarea } from '#ui/textarea.tsx'
import type { DraftStore } from '../draft-store.ts'
import { contextQuery, type Prompt, refreshHistory } from '../prompts.queries.ts'
import { useColumns } from '../use-columns.ts'
import { TryColumn } from './try-column.tsx'
import { TryHistory } from './try-history.tsx'

interface TryPaneProps {
  store: DraftStore
  prompt: Prompt
  spaceId: string
  mayEdit: boolean
}

/** Tries what stands in the editor: one answer, or up to four side by side. */
export function TryPane(props: TryPaneProps) {
  // What was typed last time is there again; it is read once.
  const { data } = useQuery(contextQuery(props.prompt.id))
  if (!data) return null
  const kept = Object.fromEntries((data.variables?.[0] ?? []).map(({ key, value }) => [key, value ?? '']))
  return <Tries {...props} kept={kept} said={data.contexts?.[0]?.content ?? ''} />
}

interface TriesProps extends TryPaneProps {
  kept: Record<string, string>
  said: string
}
function Tries({ store, prompt, spaceId, mayEdit, kept, said }: TriesProps) {
  const t = useT('prompts')
  const variables = store
    .use((now) => now.detail.variables)
    .filter(({ variable_type: type }) => type !== PromptVariableType.placeholder)
  const [values, setValues] = useState(kept)
  const [message, setMessage] = useState(said)
  const { columns, answers, isRunning, mayAdd, add, remove, choose, run, stop } = useColumns()
  const start = () => {
    // A convenience: that it was not kept is no reason to stop.
    void api.promptRun
      .saveContext({
        prompt_id: prompt.id,
        variables: [Object.entries(values).map(([key, value]) => ({ key, value }))],
        contexts: message ? [{ message_type: 2, content: message }] : [],
      })
      .catch(() => {})
    const { detail } = store.current()
    void run({ spaceId, promptId: prompt.id, detail, values, message }).then(() => refreshHistory(prompt.id))
  }
  const reuse = useMutation({
    mutationFn: (debug_id: string) => api.promptRun.record({ prompt_id: prompt.id, debug_id }),
    onSuccess: ({ debug_detail: tried }) => {
      setValues(Object.fromEntries(tried.variables.map(({ key, value }) => [key, value ?? ''])))
      setMessage(tried.message?.content ?? '')
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
      {variables.map(({ key }) => (
        <Field key={key} label={<span className="font-mono text-code">{key}</span>}>
          <Textarea
            rows={1}
            value={values[key] ?? ''}
            onChange={(event) => setValues((now) => ({ ...now, [key]: event.target.value }))}
          />
        </Field>
      ))}
      <Field label={t('try.message')}>
        <Textarea
          rows={2}
          placeholder={t('try.messageHint')}
          value={message}
          onChange={(event) => setMessage(event.target.value)}
        />
      </Field>
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
          />
        ))}
      </div>
      <TryHistory promptId={prompt.id} spaceId={spaceId} maySeeAll={mayEdit} onReuse={reuse.mutate} />
    </section>
  )
}
