import { z } from 'zod'
import { text } from './fields.ts'

/** Field schemas for the groups of a bot's configuration. */
/** The id of another object; empty for none. */
export const ref = () => z.union([z.string().max(64), z.int().transform(String)]).default('')
export const uri = () => z.string().max(500).default('')
export const line = (max = 500) => text(max).default('')
export const flag = (value = false) => z.boolean().default(value)
export const whole = (min: number, max: number) =>
  z
    .union(
      [
        z.int(),
        z
          .string()
          .regex(/^-?\d{1,15}$/)
          .transform(Number),
      ],
      { error: 'must be a whole number' },
    )
    .pipe(z.int().min(min).max(max))
export const number = () => z.number().optional()
export const words = (max = 500) => z.array(text(max)).max(100).default([])
export const map = <T extends z.ZodType>(value: T) => z.record(z.string().max(100), value).default({})
/** A time in seconds as text; empty or 0 for none. */
export const seconds = () =>
  ref().refine((value) => /^\d{0,10}$/.test(value), {
    error: 'must be a number of seconds, or empty',
    params: { zh: '应为秒数，或留空' },
  })
/** A URL that is generated on reading; a value sent by a client is not stored. */
export const madeUrl = () =>
  z
    .string()
    .transform(() => '')
    .default('')
