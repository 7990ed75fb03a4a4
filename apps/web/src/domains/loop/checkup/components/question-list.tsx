import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Tag } from '#ui/tag.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { type CheckupRow, checkupRowsQuery, refreshCheckup } from '../checkup.queries.ts'

/** The questions of a bot by module. A person can rephrase, pin and remove them. */
export function QuestionList({ botId, mayEdit }: { botId: string; mayEdit: boolean }) {
  const t = useT('checkup')
  const rows = useQuery(checkupRowsQuery(botId)).data ?? []
  const [edited, setEdited] = useState<CheckupRow | null>(null)
  const save = useMutation({
    mutationFn: ({ row, ...change }: { row: CheckupRow; is_pinned?: boolean; is_dropped?: boolean }) =>
      api.checkupTab.saveRow({ bot_id: botId, item_id: row.item_id, ...change }),
    onSuccess: () => refreshCheckup(botId),
  })
  if (!rows.length) return <p className="text-mute">{t('rows.none')}</p>
  return (
    <>
      {[...Map.groupBy(rows, ({ module }) => module)].map(([module, list]) => (
        <section key={module} className="mt-2">
          <h3 className="text-small font-semibold text-mute">{t(`module.${module}`)}</h3>
          <ul>
            {list.map((row) => (
              <li key={row.item_id} className="flex flex-wrap items-center gap-2 border-b border-line py-2">
                <span className={`min-w-0 flex-1 basis-60 ${row.is_dropped ? 'text-mute line-through' : ''}`}>
                  {row.questions.join(' → ')}
                </span>
                {row.is_pinned && <Tag tone="info">{t('row.pinned')}</Tag>}
                {row.is_edited && <Tag>{t('row.edited')}</Tag>}
                {mayEdit && (
                  <span className="flex gap-1">
                    <Button size="sm" kind="ghost" onClick={() => setEdited(row)}>
                      {t('row.edit')}
                    </Button>
                    <Button size="sm" kind="ghost" onClick={() => save.mutate({ row, is_pinned: !row.is_pinned })}>
                      {t(row.is_pinned ? 'row.unpin' : 'row.pin')}
                    </Button>
                    <Button size="sm" kind="ghost" onClick={() => save.mutate({ row, is_dropped: !row.is_dropped })}>
                      {t(row.is_dropped ? 'row.restore' : 'row.drop')}
                    </Button>
                  </span>
                )}
              </li>
            ))}
          </ul>
        </section>
      ))}
      {edited && <EditQuestion botId={botId} row={edited} onClose={() => setEdited(null)} />}
    </>
  )
}
function EditQuestion({ botId, row, onClose }: { botId: string; row: CheckupRow; onClose: () => void }) {
  const t = useT('checkup')
  const [questions, setQuestions] = useState(row.questions)
  const save = useMutation({
    mutationFn: () => api.checkupTab.saveRow({ bot_id: botId, item_id: row.item_id, questions }),
    onSuccess: async () => {
      await refreshCheckup(botId)
      onClose()
    },
  })
  return (
    <FormDialog
      title={t('row.edit')}
      description={t('row.editText')}
      isDirty={questions.join() !== row.questions.join()}
      isReady={questions.every((one) => one.trim())}
      call={save}
      action={t('row.save')}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      {questions.map((question, at) => (
        <Field key={at} label={t('row.question', { n: at + 1 })}>
          <Textarea
            value={question}
            onChange={({ target }) => setQuestions(questions.map((one, nth) => (nth === at ? target.value : one)))}
          />
        </Field>
      ))}
    </FormDialog>
  )
}
