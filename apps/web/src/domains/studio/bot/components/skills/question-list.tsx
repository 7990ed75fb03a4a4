import { BOT_LIMITS } from '@orrery/contract/shared/bot-enums'
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { LimitedText } from '../dialogs/limited-text.tsx'

interface QuestionListProps {
  questions: readonly string[]
  isReadOnly: boolean
  onChange: (questions: string[]) => void
}

interface Row {
  id: number
  text: string
}
let count = 0
const rowOf = (text: string): Row => ({ id: ++count, text })
const textsOf = (rows: readonly Row[]): string[] => rows.map((row) => row.text.trim()).filter(Boolean)

/** Suggested questions. An empty row is not saved, but stays for the person to fill in. */
export function QuestionList({ questions, isReadOnly, onChange }: QuestionListProps) {
  const t = useT('bot')
  const [rows, setRows] = useState(() => questions.map(rowOf))
  // Replaced from outside, by the model or by another version.
  const known = textsOf(rows)
  const wanted = questions.map((text) => text.trim()).filter(Boolean)
  if (known.join('\n') !== wanted.join('\n')) setRows(wanted.map(rowOf))
  const update = (next: Row[]) => {
    setRows(next)
    onChange(textsOf(next))
  }
  return (
    <div className="flex flex-col gap-1.5">
      <span className="font-medium">{t('opening.questions')}</span>
      {rows.map((row, index) => (
        <div key={row.id} className="flex items-start gap-1">
          <div className="min-w-0 flex-1">
            <LimitedText
              name={t('opening.question', { number: index + 1 })}
              limit={BOT_LIMITS.suggestion}
              value={row.text}
              disabled={isReadOnly}
              autoFocus={row.text === ''}
              placeholder={t('opening.question.placeholder')}
              onChange={(text) => update(rows.map((item) => (item.id === row.id ? { ...item, text } : item)))}
            />
          </div>
          {!isReadOnly && (
            <IconButton
              icon={X}
              size="lg"
              label={t('row.remove', { name: row.text || t('opening.question', { number: index + 1 }) })}
              onClick={() => update(rows.filter((item) => item.id !== row.id))}
            />
          )}
        </div>
      ))}
      {!isReadOnly && (
        <div>
          <Button size="sm" kind="quiet" icon={Plus} onClick={() => setRows([...rows, rowOf('')])}>
            {t('opening.addQuestion')}
          </Button>
        </div>
      )}
    </div>
  )
}
