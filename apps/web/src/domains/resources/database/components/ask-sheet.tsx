import { useMutation } from '@tanstack/react-query'
import { Play, Sparkles } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Field } from '#ui/field.tsx'
import { SheetSection, SideSheet } from '#ui/side-sheet.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { ModelErrorPanel } from '#domains/chat/model/index.ts'
import { type Database, type Stage, tableTypeOf } from '../database.queries.ts'

interface AskSheetProps {
  database: Database
  stage: Stage
  onClose: () => void
}

/** Converts a question in plain words to SQL, which can be edited before it runs. */
export function AskSheet({ database, stage, onClose }: AskSheetProps) {
  const t = useT('database')
  const [question, setQuestion] = useState('')
  const [sql, setSql] = useState('')
  const place = { database_id: database.id, table_type: tableTypeOf(stage) }
  const write = useMutation({
    mutationFn: () => api.database.questionToSql({ ...place, text: question.trim() }),
    onSuccess: (answer) => {
      setSql(answer.sql)
      run.reset()
    },
  })
  const run = useMutation({ mutationFn: () => api.database.query({ ...place, sql }) })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (question.trim() && !write.isPending) write.mutate()
  }
  return (
    <SideSheet
      kind="database-ask"
      place="over"
      width={472}
      title={t('ask.title')}
      caption={t(`ask.caption.${stage}`)}
      onClose={onClose}
    >
      <SheetSection>
        <form onSubmit={submit} className="flex flex-col gap-2">
          <Field label={t('ask.question')}>
            <Textarea
              autoFocus
              rows={2}
              value={question}
              placeholder={t('ask.placeholder')}
              onChange={(event) => setQuestion(event.target.value)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
                event.preventDefault()
                event.currentTarget.form?.requestSubmit()
              }}
            />
          </Field>
          <Button type="submit" icon={Sparkles} className="self-end" disabled={!question.trim()} busy={write.isPending}>
            {t('ask.write')}
          </Button>
        </form>
        {write.error && <ModelErrorPanel spaceId={database.space_id} error={write.error} className="mt-2" />}
      </SheetSection>
      <SheetSection>
        <div className="flex flex-col gap-2">
          <Field label={t('ask.sql')} help={t('ask.sqlHelp')}>
            <Textarea mono rows={3} value={sql} spellCheck={false} onChange={(event) => setSql(event.target.value)} />
          </Field>
          <Button
            kind="solid"
            icon={Play}
            className="self-end"
            disabled={!sql.trim()}
            busy={run.isPending}
            onClick={() => run.mutate()}
          >
            {t('ask.run')}
          </Button>
        </div>
        {run.error && <ErrorPanel error={run.error} className="mt-2" />}
      </SheetSection>
      {run.data && (
        <SheetSection title={t('ask.found', { count: run.data.rows.length })}>
          {run.data.rows.length > 0 && <FoundRows {...run.data} />}
          {run.data.is_cut && <p className="mt-2 text-small text-mute">{t('ask.cut')}</p>}
        </SheetSection>
      )}
    </SideSheet>
  )
}

function FoundRows({ columns, rows }: { columns: string[]; rows: Record<string, string>[] }) {
  const t = useT('database')
  const cell = 'max-w-60 truncate border-r border-b border-line px-3 py-1.5 text-left'
  return (
    <div
      className="max-h-100 overflow-auto rounded-lg border border-line"
      tabIndex={0}
      role="region"
      aria-label={t('ask.rows')}
    >
      <table className="min-w-full border-separate border-spacing-0">
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} className={`${cell} sticky top-0 bg-page text-small font-medium`}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, n) => (
            // Result rows may have no id.
            <tr key={n}>
              {columns.map((column) => (
                <td key={column} className={cell}>
                  {row[column]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
