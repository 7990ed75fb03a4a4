import type { Choice } from '../../adapter.ts'

const TITLE = '请选择'
const MAX_LABEL = 20
const labelOf = ({ label }: Choice) => (label.length > MAX_LABEL ? `${label.slice(0, MAX_LABEL - 1)}…` : label)

/** Buttons below an answer. A press refers to the card by `task`. */
export const choiceCard = (task: string, choices: readonly Choice[]) => ({
  card_type: 'button_interaction',
  main_title: { title: TITLE },
  button_list: choices.map((choice) => ({ text: labelOf(choice), style: 1, key: choice.id })),
  task_id: task,
})
/** The card for the person who pressed, with its buttons disabled. */
export function pressedCard(task: string, choices: readonly Choice[], pressed: string, userId: string) {
  const chosen = choices.find(({ id }) => id === pressed)
  const card = { ...choiceCard(task, choices), replace_text: chosen ? `已选择：${labelOf(chosen)}` : '已失效' }
  return { response_type: 'update_template_card', userids: [userId], template_card: card }
}
/** For places without cards: the texts that a person can reply with. */
export const choiceLine = (choices: readonly Choice[]) =>
  choices.length ? `\n\n请回复：${choices.map(({ label }) => label).join(' / ')}` : ''
