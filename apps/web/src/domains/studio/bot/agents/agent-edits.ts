import type { BotAgent } from '@orrery/contract'

/** Edits of the list of agents keep it consistent: one start agent, and no intent that leads to a removed agent. */
export const changeAgent = (agents: readonly BotAgent[], id: string, change: Partial<BotAgent>): BotAgent[] =>
  agents.map((agent) => (agent.agent_id === id ? { ...agent, ...change } : agent))

export const setStart = (agents: readonly BotAgent[], id: string): BotAgent[] =>
  agents.map((agent) => ({ ...agent, root_agent: agent.agent_id === id }))

export const removeAgent = (agents: readonly BotAgent[], id: string): BotAgent[] =>
  agents
    .filter((agent) => agent.agent_id !== id)
    .map((agent) => ({ ...agent, intents: agent.intents.filter((intent) => intent.next_agent_id !== id) }))

export interface Placed {
  agent: BotAgent
  column: number
  row: number
}
export interface Line {
  from: Placed
  to: Placed
}

/** Agents in columns by distance from the start agent; unreachable ones go into the last column. */
export function layoutAgents(agents: readonly BotAgent[]): { placed: Placed[]; lines: Line[] } {
  const start = agents.find((agent) => agent.root_agent) ?? agents[0]
  const depth = new Map<string, number>()
  let edge = start ? [start] : []
  for (let level = 0; edge.length > 0; level += 1) {
    for (const agent of edge) depth.set(agent.agent_id, level)
    const next = edge.flatMap((agent) => agent.intents.map((intent) => intent.next_agent_id))
    edge = agents.filter((agent) => next.includes(agent.agent_id) && !depth.has(agent.agent_id))
  }
  const last = Math.max(0, ...depth.values()) + 1
  const rows = new Map<number, number>()
  const placed = agents.map((agent): Placed => {
    const column = depth.get(agent.agent_id) ?? last
    const row = rows.get(column) ?? 0
    rows.set(column, row + 1)
    return { agent, column, row }
  })
  const find = (id: string) => placed.find((item) => item.agent.agent_id === id)
  const lines = placed.flatMap((from) =>
    [...new Set(from.agent.intents.map((intent) => intent.next_agent_id))].flatMap((id) => {
      const to = find(id)
      return to ? [{ from, to }] : []
    }),
  )
  return { placed, lines }
}
