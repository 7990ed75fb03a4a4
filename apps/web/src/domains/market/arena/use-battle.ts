import type { ChatStreamMessage } from '@orrery/contract'
import type { SideState, VoteResult } from '@orrery/contract/shared/arena-enums'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { readStream } from '#lib/sse.ts'
import { refreshArena, type Voted } from './arena.queries.ts'

export interface Round {
  question: string
  answers: [string, string]
}
export interface Battle {
  id: string
  conversations: [string, string]
  tags: { type: 1 | 2; name: string }[]
  botName: string
  rounds: Round[]
  states: [SideState, SideState]
}
/** A question with its origin. */
export interface BattleQuestion {
  text: string
  questionId?: string | undefined
}
type Side = 0 | 1

/** A battle: both sides get the question at the same time and answer in parallel. */
export function useBattle() {
  const [battle, setBattle] = useState<Battle>()
  const [voted, setVoted] = useState<Voted>()
  const change = (id: string, edit: (known: Battle) => Battle) =>
    setBattle((known) => (known?.id === id ? edit(known) : known))

  async function listen({ id, conversations }: Battle, side: Side, { text, questionId }: BattleQuestion) {
    const setState = (state: SideState) =>
      change(id, (known) => ({ ...known, states: side === 0 ? [state, known.states[1]] : [known.states[0], state] }))
    setState('running')
    try {
      const input = {
        conversation_id: conversations[side],
        query: text,
        ...(questionId && { extra: { question_id: questionId } }),
      }
      for await (const { event, data } of readStream(() => api.arena.chat(input))) {
        if (event !== 'message') continue
        const { message, is_finish: isEnd } = data as ChatStreamMessage
        if (message.type !== 'answer') continue
        if (message.content) change(id, (known) => withWords(known, side, message.content))
        if (isEnd) setState(message.status === 'failed' ? 'failed' : message.status === 'broken' ? 'stopped' : 'done')
      }
    } catch {
      setState('failed')
    }
  }
  const begin = useMutation({
    mutationFn: ({ productId, botName = '' }: { productId?: string; botName?: string }) =>
      api.arena.create(productId ? { product_id: productId } : {}).then((made) => ({ ...made, botName })),
    onSuccess: (made) => {
      setVoted(undefined)
      setBattle({
        id: made.pk_id,
        conversations: [made.left_conversation_id, made.right_conversation_id],
        tags: made.left_feedback_tags,
        botName: made.botName,
        rounds: [],
        states: ['idle', 'idle'],
      })
    },
  })
  const vote = useMutation({
    mutationFn: (result: VoteResult) => api.arena.vote({ pk_id: battle!.id, result }),
    onSuccess: async (result) => {
      setVoted(result)
      await refreshArena()
    },
  })
  return {
    battle,
    voted,
    begin,
    vote,
    ask(asked: BattleQuestion) {
      if (!battle) return
      const next: Battle = { ...battle, rounds: [...battle.rounds, { question: asked.text, answers: ['', ''] }] }
      setBattle(next)
      void listen(next, 0, asked)
      void listen(next, 1, asked)
    },
    stop: (side: Side) => void (battle && api.arena.stop({ conversation_id: battle.conversations[side] })),
    leave() {
      setBattle(undefined)
      setVoted(undefined)
      vote.reset()
    },
  }
}

function withWords(battle: Battle, side: Side, words: string): Battle {
  const last = battle.rounds.at(-1)!
  const answers: Round['answers'] =
    side === 0 ? [last.answers[0] + words, last.answers[1]] : [last.answers[0], last.answers[1] + words]
  return { ...battle, rounds: [...battle.rounds.slice(0, -1), { ...last, answers }] }
}
const isOver = (state: SideState) => state === 'done' || state === 'stopped' || state === 'failed'
export const isAnswered = ({ states }: Battle): boolean => states.every(isOver)
export const hasFailed = ({ states }: Battle): boolean => states.includes('failed')
