import { useMutation } from '@tanstack/react-query'
import { Sparkles } from 'lucide-react'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { ModelErrorPanel } from '#domains/chat/model/index.ts'
import type { Proposal } from '../database.queries.ts'

/** Describes the data in plain words, and a model proposes the fields. They can still be edited. */
export function SuggestTable({ spaceId, onPick }: { spaceId: string; onPick: (table: Proposal) => void }) {
  const t = useT('database')
  const [text, setText] = useState('')
  const suggest = useMutation({
    mutationFn: async () => (await api.database.suggestTables({ space_id: spaceId, text: text.trim() })).bot_table_list,
    onSuccess: ([first]) => first && onPick(first),
  })
  const ask = () => {
    if (text.trim() && !suggest.isPending) suggest.mutate()
  }
  const more = (suggest.data?.length ?? 0) > 1 ? suggest.data! : []
  return (
    <div className="flex flex-col gap-2">
      <Field label={t('suggest.label')}>
        <div className="flex gap-2">
          <Input
            value={text}
            placeholder={t('suggest.placeholder')}
            className="flex-1"
            onChange={(event) => setText(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              ask()
            }}
          />
          <Button icon={Sparkles} disabled={!text.trim()} busy={suggest.isPending} onClick={ask}>
            {t('suggest.action')}
          </Button>
        </div>
      </Field>
      {more.length > 0 && (
        <div className="flex flex-wrap items-center gap-1">
          <span className="text-small text-mute">{t('suggest.more')}</span>
          {more.map((table) => (
            <Button key={table.table_name} size="xs" onClick={() => onPick(table)}>
              {table.table_name}
            </Button>
          ))}
        </div>
      )}
      {suggest.error && <ModelErrorPanel spaceId={spaceId} error={suggest.error} />}
    </div>
  )
}
