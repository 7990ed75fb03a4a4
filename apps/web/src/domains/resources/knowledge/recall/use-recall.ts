import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { useStored } from '#lib/local-store.ts'
import { toast } from '#ui/toast-store.ts'
import { refreshKnowledge } from '../knowledge.queries.ts'
import type { EarlierQuestion } from './question-panel.tsx'
import { firstSettings, type RecallSettings, splitHits, toWire } from './recall-state.ts'

/** A test fetches more hits than a bot would, to show those that were just missed. */
const maxHits = 20
const maxEarlier = 8

/** A question to a base, its hits, and those marked as right. They can be saved as a test case. */
export function useRecall(datasetId: string) {
  const t = useT('knowledge')
  const [question, setQuestion] = useState('')
  const [settings, setSettings] = useStored<RecallSettings>(`knowledge.recall.${datasetId}`, firstSettings)
  const [earlier, setEarlier] = useStored<EarlierQuestion[]>(`knowledge.asked.${datasetId}`, [])
  const [right, setRight] = useState<ReadonlySet<string>>(new Set())
  const ask = useMutation({
    mutationFn: async (asked: string) => {
      const input = { ...toWire(settings), dataset_id: datasetId, query: asked, top_k: maxHits, min_score: 0 }
      return { ...(await api.knowledge.recall(input)), question: asked }
    },
    onSuccess: (answer, asked) => {
      setRight(new Set())
      const { given } = splitHits(answer.hits, settings)
      const entry = { question: asked, given: given.length, of: answer.hits.length, at: Date.now() }
      setEarlier([entry, ...earlier.filter((item) => item.question !== asked)].slice(0, maxEarlier))
    },
  })
  const keep = useMutation({
    mutationFn: () => {
      const { hits, question } = ask.data!
      const chosen = hits.filter((hit) => right.has(hit.slice_id))
      const expected = chosen.map((hit) => ({ document_id: hit.document_id, text: hit.content.slice(0, 200) }))
      return api.knowledge.saveCase({ ...toWire(settings), dataset_id: datasetId, question, expected }, { toast: true })
    },
    onSuccess: () => {
      toast.ok(t('cases.kept'))
      return refreshKnowledge()
    },
  })
  return {
    question,
    setQuestion,
    settings,
    setSettings,
    earlier,
    right,
    ask,
    keep,
    /** Runs the question; returns whether it was sent. */
    run(asked: string): boolean {
      if (!asked.trim() || ask.isPending) return false
      ask.mutate(asked.trim())
      return true
    },
    toggle(sliceId: string): void {
      const next = new Set(right)
      if (!next.delete(sliceId)) next.add(sliceId)
      setRight(next)
    },
  }
}
