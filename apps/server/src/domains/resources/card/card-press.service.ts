import { type CardAction, type CardButton, type CardDesign, type ChatCard, readCard } from '@orrery/contract'
import {
  actionScope,
  asVariable,
  buttonsOf,
  cardWords,
  type CardScope,
  drawCard,
  fillText,
  inputsOf,
} from '@orrery/engine/card'
import type { ConversationService } from '#domains/chat/conversation/conversation.service.ts'
import type { ConversationRow, MessageRow } from '#domains/chat/conversation/conversation.table.ts'
import { cardErrors } from './card.errors.ts'
import type { CardService } from './card.service.ts'
import type { CardSigner } from './card-signature.ts'
import { checkValues } from './check-values.ts'

export interface Press {
  messageId: string
  /** The signature of the card that the person saw. */
  signature: string
  buttonId: string
  /** The index of the list item that contains the button. */
  item?: number | undefined
  values: Record<string, string>
}
/** The result of a press: a text for the conversation, the changed card, or both. */
export interface Pressed {
  say: string
  content: string
}
/** Runs a workflow of the space for the person in a conversation; returns its output. */
export type RunForCard = (
  workflowId: string,
  inputs: Record<string, string>,
  conversation: ConversationRow,
  logId: string,
) => Promise<{ output: string } | { problem: string }>

interface PressDeps {
  cards: Pick<CardService, 'find'>
  conversations: Pick<ConversationService, 'byIds' | 'replaceContent' | 'isRunning'>
  signer: CardSigner
  run: RunForCard
}
interface Found {
  message: MessageRow
  card: ChatCard
  design: CardDesign
  button: CardButton
  scope: CardScope
}

/** Presses of buttons in cards: only on the signed card as it was shown, and once unless the button is repeatable. */
export function createCardPresses({ cards, conversations, signer, run }: PressDeps) {
  async function find(conversation: ConversationRow, press: Press): Promise<Found> {
    const [message] = await conversations.byIds(conversation.id, [press.messageId])
    const card = message?.contentType === 'card' && message.type === 'answer' ? readCard(message.content) : undefined
    const design = card?.dsl.design
    if (!message || !card || !design || !signer.isOurs(conversation.id, card)) throw cardErrors.cannotClick()
    if (await conversations.isRunning(message.turnId)) throw cardErrors.stillAnswering()
    const placed = buttonsOf(design).find(({ button }) => button.id === press.buttonId)
    if (!placed || (placed.items === undefined) !== (press.item === undefined)) throw cardErrors.cannotClick()
    const at = placed.items === undefined ? undefined : { items: placed.items, item: press.item! }
    const items = at && card.data[at.items]
    if (at && (!Array.isArray(items) || items[at.item] === undefined)) throw cardErrors.cannotClick()
    const { button } = placed
    if (!button.repeatable && card.clicked?.includes(keyOf(press))) throw cardErrors.clickedBefore()
    if (card.signature !== press.signature) throw cardErrors.changedSince()
    // A card has no effect once it was taken down or is no longer usable in the space of the conversation.
    if (!(await cards.find(card.card_id, conversation.spaceId))) throw cardErrors.takenDown()
    const input = checkValues(inputsOf(design), press.values, sendsInputs(button.action))
    return { message, card, design, button, scope: actionScope(design, card.data, input, at) }
  }
  /** Stores the card unless it was changed meanwhile: of two concurrent presses, one is refused. */
  async function replace(conversation: ConversationRow, message: MessageRow, card: ChatCard): Promise<MessageRow> {
    const content = JSON.stringify(signer.sign(conversation.id, card))
    if (content === message.content) return message
    const isDone = await conversations.replaceContent(message.id, message.content, content)
    if (!isDone) throw cardErrors.clickedBefore()
    return { ...message, content }
  }
  const withData = (card: ChatCard, design: CardDesign, changes: Record<string, unknown>): ChatCard => {
    const data = { ...card.data, ...changes }
    return { ...card, data, text: cardWords(drawCard(design, data)) }
  }
  const changesOf = (design: CardDesign, values: Record<string, unknown>) =>
    Object.fromEntries(
      design.variables.flatMap(({ name, type }) =>
        Object.hasOwn(values, name) ? [[name, asVariable(type, values[name])] as const] : [],
      ),
    )

  return async function press(conversation: ConversationRow, wanted: Press, logId: string): Promise<Pressed> {
    const { message, card, design, button, scope } = await find(conversation, wanted)
    const { action } = button
    const clicked: ChatCard = button.repeatable ? card : { ...card, clicked: [...(card.clicked ?? []), keyOf(wanted)] }
    switch (action.type) {
      case 'say':
        return {
          say: fillText(action.text, scope),
          content: (await replace(conversation, message, clicked)).content,
        }
      case 'submit':
        return {
          say: fillText(action.text, scope).trim() || inWords(design, scope),
          content: (await replace(conversation, message, clicked)).content,
        }
      case 'change': {
        const values = Object.fromEntries(
          Object.entries(action.set).map(([name, text]) => [name, fillText(text, scope)]),
        )
        const changed = withData(clicked, design, changesOf(design, values))
        return { say: '', content: (await replace(conversation, message, changed)).content }
      }
      case 'run': {
        // Recorded before the run, so that concurrent presses run it once. Undone if the run fails, to allow a retry.
        const begun = await replace(conversation, message, clicked)
        const inputs = Object.fromEntries(
          Object.entries(action.inputs).map(([name, text]) => [name, fillText(text, scope)]),
        )
        const undo = () => conversations.replaceContent(message.id, begun.content, message.content)
        const result = await run(action.workflow_id, inputs, conversation, logId).catch(async (cause: unknown) => {
          await undo()
          throw cause
        })
        if ('problem' in result) {
          await undo()
          throw cardErrors.runFailed({ problem: result.problem })
        }
        const changed = withData(clicked, design, changesOf(design, outputsOf(action, result.output)))
        return { say: '', content: (await replace(conversation, begun, changed)).content }
      }
      case 'open':
        // Links are opened by the page, without a call to the server.
        throw cardErrors.cannotClick()
    }
  }
}
export type CardPresses = ReturnType<typeof createCardPresses>

const keyOf = ({ buttonId, item }: Pick<Press, 'buttonId' | 'item'>) =>
  item === undefined ? buttonId : `${buttonId}/${item}`

const sendsInputs = (action: CardAction): boolean =>
  action.type === 'submit' ||
  (action.type === 'run' && Object.values(action.inputs).some((text) => text.includes('input.')))

/** The values that were filled in, one line each. */
function inWords(design: CardDesign, scope: CardScope): string {
  const input = scope.input as Record<string, string>
  return inputsOf(design)
    .flatMap(({ name, label }) => (input[name] ? [label ? `${label}: ${input[name]}` : input[name]] : []))
    .join('\n')
}

function outputsOf({ outputs }: Extract<CardAction, { type: 'run' }>, output: string): Record<string, unknown> {
  const values = parse(output)
  return Object.fromEntries(
    Object.entries(outputs).flatMap(([variable, name]) =>
      Object.hasOwn(values, name) ? [[variable, values[name]] as const] : [],
    ),
  )
}
function parse(text: string): Record<string, unknown> {
  try {
    const value = JSON.parse(text) as unknown
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
