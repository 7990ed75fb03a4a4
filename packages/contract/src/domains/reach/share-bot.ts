import { z } from 'zod'
import { ShortcutInput } from '#shared/bot-enums.ts'

const s = z.string()
const shortcutField = z.object({
  name: s,
  description: s,
  input_type: z.enum(ShortcutInput),
  options: z.array(s),
  value: s,
  /** Kinds of files that a field for several kinds takes. */
  upload_options: z.array(z.enum(ShortcutInput)),
})
const shortcut = z.object({
  id: s,
  name: s,
  /** What can be typed instead of pressing it, e.g. `/plan`; empty for none. */
  command: s,
  icon_url: s,
  description: s,
  query: s,
  fields: z.array(shortcutField),
})
export type SharedShortcut = z.output<typeof shortcut>

const background = z.object({
  url: s,
  theme_color: s,
  /** How far the picture fades out at its sides, from 0 to 1. */
  gradient_position: z.object({ left: z.number().optional(), right: z.number().optional() }).optional(),
  /** Which part of the picture was chosen. */
  canvas_position: z
    .object({
      width: z.number().optional(),
      height: z.number().optional(),
      left: z.number().optional(),
      top: z.number().optional(),
    })
    .optional(),
})

/** What visitors get of a bot: what its maker set up for those who use it. */
export const sharedBot = z.object({
  id: s,
  name: s,
  icon_url: s,
  description: s,
  prologue: s,
  questions: z.array(s),
  shows_all_questions: z.boolean(),
  /** The opening is written by the model; it is asked for by a call of its own. */
  opens_by_model: z.boolean(),
  /** Behind the chat, on wide and on narrow pages. */
  background: z.object({ web: background.optional(), mobile: background.optional() }),
  shortcuts: z.array(shortcut),
  sources: z.enum(['none', 'list', 'cards']),
  /** Answers read aloud; absent when the maker switched it off. */
  voice: z
    .object({
      /** Without being asked. */
      is_auto: z.boolean(),
      /** Languages with a voice of a provider; the browser reads the others. Empty text: any language. */
      languages: z.array(s),
    })
    .optional(),
  /** What a visitor says can be written down here; elsewhere by their browser, if it can. */
  hears: z.boolean(),
})
export type SharedBot = z.output<typeof sharedBot>
