import {
  ArrowDownWideNarrow,
  Bot,
  Box,
  Code,
  LibraryBig,
  MessageCircle,
  Puzzle,
  ScrollText,
  Sparkles,
  Waypoints,
  Webhook,
  Workflow,
  Wrench,
} from 'lucide-react'
import type { IconType } from '#ui/icon.tsx'
import type { TraceSpan } from './trace.queries.ts'

/** The icon and colour of each kind of span, the same in the tree, the timeline and the totals. */
export const spanLooks: Record<TraceSpan['kind'], { icon: IconType; ground: string }> = {
  turn: { icon: MessageCircle, ground: 'bg-cat-io' },
  agent: { icon: Bot, ground: 'bg-kind-bot' },
  model: { icon: Sparkles, ground: 'bg-cat-model' },
  embedding: { icon: Waypoints, ground: 'bg-cat-model' },
  rerank: { icon: ArrowDownWideNarrow, ground: 'bg-cat-model' },
  tool: { icon: Wrench, ground: 'bg-cat-net' },
  retrieval: { icon: LibraryBig, ground: 'bg-cat-data' },
  prompt: { icon: ScrollText, ground: 'bg-cat-io' },
  function: { icon: Code, ground: 'bg-cat-code' },
  hook: { icon: Webhook, ground: 'bg-cat-code' },
  skill: { icon: Puzzle, ground: 'bg-cat-code' },
  workflow: { icon: Workflow, ground: 'bg-cat-logic' },
  custom: { icon: Box, ground: 'bg-cat-code' },
}
