import type { BotCard } from '@orrery/contract'
import type { SkillTool } from './shared/skill-ports.ts'
import type { Turn } from './turn-scope.ts'

/** The binding for a tool: of the agent that calls it, or else of the whole bot. */
function bindingOf(cards: readonly BotCard[], tool: SkillTool, agentId: string): BotCard | undefined {
  const { shownAs: target } = tool
  const fitting = cards.filter(
    (card) =>
      card.biz_type === target?.biz_type &&
      card.business_id === target.business_id &&
      // A workflow has one end: whatever its node is called.
      (target.unique_id === '' || card.unique_id === target.unique_id),
  )
  return fitting.find((card) => card.agent_id === agentId) ?? fitting.find((card) => card.agent_id === '')
}

/** Shows the answer of a tool as a card where the maker of the bot wants one. What does not fit a card stays text. */
export async function showCard(
  { request, deps, context, emit }: Turn,
  tool: SkillTool,
  answer: string,
  agentId: string,
): Promise<{ text: string; modelSpeaks: boolean } | undefined> {
  const binding = bindingOf(request.bot.config.card_list, tool, agentId)
  const card = binding && (await deps.ports.cards?.fill(binding, answer, context))
  if (!card) return undefined
  emit({ type: 'card', card })
  return { text: card.text, modelSpeaks: binding.llm_text_card }
}
