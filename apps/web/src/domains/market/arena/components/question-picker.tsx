import { useMutation, useQuery } from '@tanstack/react-query'
import { Dices } from 'lucide-react'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Select } from '#ui/select.tsx'
import { toast } from '#ui/toast-store.ts'
import { banksQuery } from '../arena.queries.ts'
import type { BattleQuestion } from '../use-battle.ts'

/** Draws questions of a bank, none of them twice. */
export function QuestionPicker({ onDrawn, disabled }: { onDrawn: (asked: BattleQuestion) => void; disabled: boolean }) {
  const t = useT('arena')
  const banks = useQuery(banksQuery)
  const [bankId, setBankId] = useState<string>()
  const [used, setUsed] = useState<Readonly<Record<string, number[]>>>({})
  const chosen = bankId ?? banks.data?.[0]?.bank_id
  const draw = useMutation({
    mutationFn: (id: string) => api.arenaBank.random({ bank_id: id, used_seq_id_list: used[id] ?? [] }),
    onSuccess: ({ questions, used_seq_id_list: drawn }, id) => {
      setUsed((known) => ({ ...known, [id]: drawn }))
      const [question] = questions
      if (question) onDrawn({ text: question.content, questionId: question.id })
      else toast.ok(t('bank.used'))
    },
  })
  if (!banks.data?.length) return null
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-2">
      <Select
        label={t('bank.label')}
        size="sm"
        className="w-56 max-w-full"
        items={banks.data.map(({ bank_id, name }) => ({ value: bank_id, label: name }))}
        value={chosen ?? null}
        onChange={setBankId}
      />
      <Button
        size="sm"
        icon={Dices}
        busy={draw.isPending}
        disabled={disabled}
        onClick={() => chosen && draw.mutate(chosen)}
      >
        {t('bank.draw')}
      </Button>
    </div>
  )
}
