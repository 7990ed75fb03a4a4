import { z } from 'zod'
import { id } from './fields.ts'

/** A press of a button in a card: the same for people in the studio, visitors and programs. */
export const cardPress = () =>
  z.object({
    conversation_id: id(),
    message_id: id(),
    /** Of the card as it was shown. */
    signature: z.string().min(1).max(200),
    button_id: z.string().min(1).max(40),
    /** The item of a list or carousel that the button stands in, counted from 0. */
    item: z.int().min(0).max(1000).optional(),
    /** What was filled in, by the names of the inputs. */
    values: z.record(z.string().max(60), z.string().max(10_000)).default({}),
  })
export const pressedCard = () =>
  z.object({
    /** To be sent as the next message; empty for none. */
    say: z.string(),
    /** The content of the message as it is now. */
    content: z.string(),
  })
