import { useMutation, useQuery } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { queryClient } from '#lib/query.ts'
import { useForm } from '#lib/use-form.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Field } from '#ui/field.tsx'
import { SettingsSection } from '#ui/settings-section.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast-store.ts'
import { keepQuery } from '../observe.queries.ts'

const kinds = ['email', 'phone', 'card', 'id_number'] as const
type Masks = Awaited<ReturnType<typeof api.traceSearch.settings>>['masks']

/** The rules that remove data from traces before they are stored. */
export function MaskSection({ spaceId }: { spaceId: string }) {
  const t = useT('observe')
  const { data } = useQuery(keepQuery(spaceId))
  return (
    <SettingsSection title={t('mask')} text={t('mask.text')}>
      {data && <MaskForm spaceId={spaceId} masks={data.masks} />}
    </SettingsSection>
  )
}

function MaskForm({ spaceId, masks }: { spaceId: string; masks: Masks }) {
  const t = useT('observe')
  const { values, set, text, field } = useForm(() => ({
    kinds: masks.kinds,
    words: masks.words.join('\n'),
    noContent: masks.no_content,
  }))
  const save = useMutation({
    mutationFn: () =>
      api.traceSearch.saveSettings({
        space_id: spaceId,
        masks: {
          kinds: values.kinds,
          words: [
            ...new Set(
              values.words
                .split('\n')
                .map((word) => word.trim())
                .filter(Boolean),
            ),
          ],
          no_content: values.noContent,
        },
      }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: keepQuery(spaceId).queryKey })
      toast.ok(t('mask.saved'))
    },
  })
  return (
    <div className="flex flex-col gap-4">
      <fieldset className="flex flex-wrap gap-x-5 gap-y-2">
        <legend className="sr-only">{t('mask.kinds')}</legend>
        {kinds.map((kind) => (
          <Checkbox
            key={kind}
            checked={values.kinds.includes(kind)}
            onChange={(on) => set({ kinds: on ? [...values.kinds, kind] : values.kinds.filter((one) => one !== kind) })}
          >
            {t(`mask.${kind}`)}
          </Checkbox>
        ))}
      </fieldset>
      <Field label={t('mask.words')} help={t('mask.wordsHelp')}>
        <Textarea {...text('words')} rows={3} maxLength={5000} />
      </Field>
      <Field help={t('mask.contentHelp')}>
        <Checkbox checked={values.noContent} onChange={field('noContent').onChange}>
          {t('mask.content')}
        </Checkbox>
      </Field>
      {save.error ? <ErrorPanel error={save.error} /> : null}
      <Button className="self-start" busy={save.isPending} onClick={() => save.mutate()}>
        {t('mask.save')}
      </Button>
    </div>
  )
}
