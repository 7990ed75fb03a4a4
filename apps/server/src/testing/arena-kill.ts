import type { KillField } from './channel-kill.ts'
import { type StartedWork, runKillRounds } from './kill-rounds.ts'
import type { Api } from './test-app.ts'

export interface ArenaKills {
  works: number
  /** Votes that were lost, counted twice, or stuck. */
  wrong: string[]
}
const BATTLES = 4
const PATIENCE_MS = 60_000

/**
 * Runs two processes and kills one in each round at a random moment, while people vote and the board is computed.
 * Afterwards every confirmed vote exists exactly once, and the board equals a recount.
 */
export async function runArenaKills(field: KillField, rounds: number): Promise<ArenaKills> {
  return runKillRounds(field, {
    rounds,
    patienceMs: PATIENCE_MS,
    async prepare(api) {
      await api.arenaAdmin.saveSettings({ battles_a_day: 10_000, seconds_to_read: 0, levels_pace: false })
      return undefined
    },
    async begin(api, { n }) {
      const works: StartedWork[] = []
      for (let at = 0; at < BATTLES; at += 1) works.push(await beginVote(api, n * BATTLES + at))
      const computing = api.arenaAdmin.compute({}).catch(() => {})
      return [...works, { name: `board ${n}`, isOver: async () => true, fault: boardFault, ended: computing }]
    },
  })
}

async function beginVote(api: Api, n: number): Promise<StartedWork> {
  const battle = await api.arena.create({})
  for (const conversation_id of [battle.left_conversation_id, battle.right_conversation_id])
    await (await api.arena.chat({ conversation_id, query: `What is ${n} + 1?` })).text()
  let isTold = false
  // Sent twice at once: one of the two has to be refused.
  const sent = [1, 1].map(() =>
    api.arena
      .vote({ pk_id: battle.pk_id, result: n % 3 === 0 ? 2 : 1 })
      .then(() => (isTold = true))
      .catch(() => {}),
  )
  return {
    name: `vote ${n}`,
    isOver: async () => true,
    async fault(later) {
      const { status, result } = await later.arena.battle({ pk_id: battle.pk_id })
      const isStored = status === 3 && result > 0
      if (isTold && !isStored) return 'confirmed and lost'
      const count = (await allVotes(later)).filter(({ pk_id: id }) => id === battle.pk_id).length
      return count === (isStored ? 1 : 0) ? '' : `${count} votes`
    },
    ended: Promise.all(sent),
  }
}

async function allVotes(api: Api) {
  const votes = []
  for (let page = 1; ; page += 1) {
    const found = await api.arenaAdmin.votes({ page_num: page, page_size: 100 })
    votes.push(...found.votes)
    if (found.votes.length < 100) return votes
  }
}
async function boardFault(api: Api): Promise<string> {
  await api.arenaAdmin.compute({})
  const first = await api.arenaBoard.page({})
  await api.arenaAdmin.compute({})
  const second = await api.arenaBoard.page({})
  if (JSON.stringify(first.parts) !== JSON.stringify(second.parts)) return 'a recount differs'
  const counted = (await allVotes(api)).filter(({ why_not: reason }) => reason === '').length
  return counted === first.vote_count ? '' : `${first.vote_count} of ${counted} votes`
}
