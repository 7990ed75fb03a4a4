import { useMutation, useQuery } from '@tanstack/react-query'
import { Sparkles } from 'lucide-react'
import { useRef, useState } from 'react'
import { readLanguage, useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Field } from '#ui/field.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { useCardEditor, useDesign } from '../card-context.ts'
import { generatedQuery } from '../card.queries.ts'
import { generateCard, generateSamples } from '../generate-card.ts'

/** Generates or changes the card from a description. Earlier results can be used again. */
export function AiPanel() {
  const t = useT('card')
  const language = readLanguage()
  const { store, cardId, mayEdit } = useCardEditor()
  const hasVariables = useDesign().variables.length > 0
  const [description, setDescription] = useState('')
  const [written, setWritten] = useState(0)
  const stop = useRef<AbortController>(null)
  const { data } = useQuery(generatedQuery(cardId))
  const draw = useMutation({
    mutationFn: async () => {
      setWritten(0)
      stop.current = new AbortController()
      const { signal } = stop.current
      await generateCard(store, { cardId, description, language, signal, onProgress: setWritten }).catch(
        (cause: unknown) => {
          if (!signal.aborted) throw cause
        },
      )
    },
  })
  const samples = useMutation({ mutationFn: () => generateSamples(store, cardId, language) })
  const error = draw.error ?? samples.error
  return (
    <div className="flex flex-col gap-3 p-3">
      <Field label={t('ai.prompt')} help={t('ai.hint')}>
        <Textarea
          rows={4}
          maxRows={10}
          limit={4000}
          disabled={!mayEdit}
          placeholder={t('ai.placeholder')}
          value={description}
          onChange={({ target }) => setDescription(target.value)}
        />
      </Field>
      {draw.isPending ? (
        <>
          <p role="status" className="text-small text-mute">
            {t('ai.progress', { count: written })}
          </p>
          <Button size="sm" onClick={() => stop.current?.abort()}>
            {t('ai.stop')}
          </Button>
        </>
      ) : (
        <Button
          size="sm"
          kind="solid"
          icon={Sparkles}
          disabled={!mayEdit || description.trim() === ''}
          onClick={() => draw.mutate()}
        >
          {t('ai.generate')}
        </Button>
      )}
      {hasVariables && mayEdit && (
        <Button size="sm" busy={samples.isPending} onClick={() => samples.mutate()}>
          {t('ai.samples')}
        </Button>
      )}
      {error ? <ErrorPanel title={t('ai.failed')} error={error} /> : null}
      {data && data.length > 0 && (
        <section aria-label={t('ai.history')} className="flex flex-col gap-1">
          <h3 className="text-small text-mute">{t('ai.history')}</h3>
          {data.map((one) => (
            <Button
              key={one.id}
              size="sm"
              kind="quiet"
              className="min-w-0 justify-start"
              aria-label={t('ai.use', { name: one.description })}
              disabled={!mayEdit}
              onClick={() => {
                store.edit(() => one.design)
                store.select('')
              }}
            >
              <span className="truncate">{one.description}</span>
            </Button>
          ))}
        </section>
      )}
    </div>
  )
}
