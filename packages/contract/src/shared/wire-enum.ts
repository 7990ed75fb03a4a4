import { z } from 'zod'

/** The names that clients were generated with, and the values that cross the wire. Where both are equal a plain `z.enum` will do. */
type Members = Readonly<Record<string, string>>

/** What is sent: the values. */
export const wireValue = <const T extends Members>(members: T) => z.enum(Object.values(members) as T[keyof T][])

/** What is accepted: the values, and the names of older clients, which become values. */
export const wireChoice = <const T extends Members>(members: T) =>
  z
    .enum([...Object.values(members), ...Object.keys(members)] as (T[keyof T] | Extract<keyof T, string>)[])
    .transform((given): T[keyof T] => (Object.hasOwn(members, given) ? members[given] : given) as T[keyof T])
