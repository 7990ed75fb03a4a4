import { type BotCard, CardBiz, type ChatCard } from '@orrery/contract'
import type { NodeCards, SkillTool } from './shared/skill-ports.ts'
import type { Turn } from './turn-scope.ts'

/** The card binding for a tool: that of the calling agent, otherwise that of the whole bot. */
function bindingOf(cards: readonly BotCard[], tool: SkillTool, agentId: string): BotCard | undefined {
  const { shownAs: target } = tool
  const fitting = cards.filter(
    (card) =>
      card.biz_type === target?.biz_type &&
      card.business_id === target.business_id &&
      // Bindings of workflows may omit the end node, since there is only one.
      (card.unique_id === target.unique_id || (card.biz_type === CardBiz.workflow && card.unique_id === '')),
  )
  return fitting.find((card) => card.agent_id === agentId) ?? fitting.find((card) => card.agent_id === '')
}

/** Shows the answer of a tool as a card if the bot has a binding. Answers that do not fit the card stay text. */
export async function showCard(
  { request, deps, context, emit }: Turn,
  tool: SkillTool,
  answer: string,
  agentId: string,
): Promise<{ text: string; modelSpeaks: boolean } | undefined> {
  const binding = bindingOf(request.bot.config.card_list, tool, agentId)
  const card = binding && (await deps.ports.cards?.open(binding, context))?.(answer)
  if (!card) return undefined
  emit({ type: 'card', card })
  return { text: card.text, modelSpeaks: binding.llm_text_card }
}

/** Cards that replace the messages of workflow nodes; undefined if the bot has none for this workflow. */
export async function nodeCards(
  { request, deps, context }: Turn,
  workflowId: string,
  agentId: string,
  show: (card: ChatCard) => void,
): Promise<NodeCards | undefined> {
  const bound = request.bot.config.card_list.filter(
    (card) =>
      card.biz_type === CardBiz.workflow &&
      card.business_id === workflowId &&
      card.unique_id !== '' &&
      (card.agent_id === '' || card.agent_id === agentId),
  )
  if (!bound.length) return undefined
  // Bindings of the agent are sorted last, so that they override those of the bot.
  const sorted = bound.toSorted((a, b) => a.agent_id.length - b.agent_id.length)
  const opened = await Promise.all(
    sorted.map(async (card) => [card.unique_id, await deps.ports.cards?.open(card, context)] as const),
  )
  const cards = new Map(opened.flatMap(([id, fill]) => (fill ? [[id, fill] as const] : [])))
  return {
    has: (nodeId) => cards.has(nodeId),
    show(nodeId, values) {
      const card = cards.get(nodeId)?.(values)
      if (card) show(card)
      return card !== undefined
    },
  }
}
