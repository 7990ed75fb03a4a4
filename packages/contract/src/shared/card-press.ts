import { z } from 'zod'
import { id } from './fields.ts'

/** A click on a button of a card, the same for people in the studio, visitors and programs. */
export const cardPress = () =>
  z.object({
    conversation_id: id(),
    message_id: id(),
    /** The signature of the card as it was shown. */
    signature: z.string().min(1).max(200),
    button_id: z.string().min(1).max(40),
    /** The index of the list or carousel item that contains the button, starting at 0. */
    item: z.int().min(0).max(1000).optional(),
    /** The values of the inputs, by name. */
    values: z.record(z.string().max(60), z.string().max(10_000)).default({}),
  })
export const pressedCard = () =>
  z.object({
    /** The text to send as the next message; empty for none. */
    say: z.string(),
    /** The current content of the message. */
    content: z.string(),
  })
