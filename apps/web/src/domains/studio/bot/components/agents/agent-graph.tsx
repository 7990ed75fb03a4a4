import type { BotAgent } from '@orrery/contract'
import { Flag } from 'lucide-react'
import { useMemo } from 'react'
import { cn } from '#lib/class-names.ts'
import { useT } from '#lib/i18n.ts'
import { Icon } from '#ui/icon.tsx'
import { layoutAgents, type Placed } from '../../agents/agent-edits.ts'

const cell = { width: 156, height: 52 }
const node = { width: 124, height: 32 }
const edge = 12
const left = ({ column }: Placed) => edge + column * cell.width
const top = ({ row }: Placed) => edge + row * cell.height

interface AgentGraphProps {
  agents: readonly BotAgent[]
  onOpen: (id: string) => void
}

/** An overview of the hand-overs between agents. */
export function AgentGraph({ agents, onOpen }: AgentGraphProps) {
  const t = useT('bot')
  const { placed, lines } = useMemo(() => layoutAgents(agents), [agents])
  const width = edge + (Math.max(0, ...placed.map((item) => item.column)) + 1) * cell.width
  const height = edge + (Math.max(0, ...placed.map((item) => item.row)) + 1) * cell.height
  return (
    // The area scrolls, therefore it must be focusable.
    <div
      tabIndex={0}
      role="region"
      aria-label={t('agents.graph')}
      className="focus-inset relative mx-4 max-h-64 shrink-0 overflow-auto rounded-lg bg-canvas bg-[radial-gradient(var(--dot)_1px,transparent_1px)] bg-size-[20px_20px]"
    >
      <div className="relative" style={{ width, height }}>
        <svg aria-hidden width={width} height={height} className="absolute inset-0">
          {lines.map(({ from, to }) => (
            <path
              key={from.agent.agent_id + to.agent.agent_id}
              d={curve(from, to)}
              fill="none"
              stroke="var(--edge)"
              strokeWidth="1.5"
            />
          ))}
        </svg>
        {placed.map((item) => (
          <button
            key={item.agent.agent_id}
            type="button"
            onClick={() => onOpen(item.agent.agent_id)}
            style={{ left: left(item), top: top(item), width: node.width, height: node.height }}
            className={cn(
              'absolute flex items-center gap-1.5 rounded-lg border border-line-strong border-l-2 border-l-cat-model bg-card px-2 text-left text-small shadow-card hover:border-control',
            )}
          >
            {item.agent.root_agent && <Icon of={Flag} size={12} className="shrink-0 text-brand" />}
            <span className="truncate">{item.agent.agent_name}</span>
          </button>
        ))}
      </div>
    </div>
  )
}

/** Connects the right side of one agent to the left side of another; backward connections run along the bottom. */
function curve(from: Placed, to: Placed): string {
  const y1 = top(from) + node.height / 2
  const y2 = top(to) + node.height / 2
  if (to.column > from.column) {
    const [x1, x2] = [left(from) + node.width, left(to)]
    const bend = (x2 - x1) / 2
    return `M${x1} ${y1} C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`
  }
  const [x1, x2] = [left(from) + node.width / 2, left(to) + node.width / 2]
  const [b1, b2] = [top(from) + node.height, top(to) + node.height]
  const low = Math.max(b1, b2) + 14
  return `M${x1} ${b1} C${x1} ${low} ${x2} ${low} ${x2} ${b2}`
}
