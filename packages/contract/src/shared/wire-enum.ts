import { z } from 'zod'

/**
 * The names in the code that clients were generated from, mapped to the values on the wire. Where both are equal, a
 * plain `z.enum` is enough.
 */
type Members = Readonly<Record<string, string>>

/** For outputs: only the values. */
export const wireValue = <const T extends Members>(members: T) => z.enum(Object.values(members) as T[keyof T][])

/** For inputs: the values, and the names that older clients send, which are converted to values. */
export const wireChoice = <const T extends Members>(members: T) =>
  z
    .enum([...Object.values(members), ...Object.keys(members)] as (T[keyof T] | Extract<keyof T, string>)[])
    .transform((given): T[keyof T] => (Object.hasOwn(members, given) ? members[given] : given) as T[keyof T])
