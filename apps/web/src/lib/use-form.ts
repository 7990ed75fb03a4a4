import { type ChangeEvent, useState } from 'react'

type TextField = HTMLInputElement | HTMLTextAreaElement
type TextKeys<T> = { [K in keyof T]: T[K] extends string ? K : never }[keyof T]

/** The values of a form: the initial and current ones, and the props that bind a field to one of them. */
export function useForm<T extends object>(initial: T | (() => T)) {
  const [first] = useState(initial)
  const [values, setValues] = useState(first)
  const set = (change: Partial<T>) => setValues((before) => ({ ...before, ...change }))
  const keys = Object.keys(values) as (keyof T)[]
  return {
    values,
    set,
    isDirty: keys.some((key) => !Object.is(values[key], first[key])),
    /** For controls that pass their value: choices, switches, lists. */
    field: <K extends keyof T>(key: K) => ({
      value: values[key],
      onChange: (value: T[K]) => setValues((before) => ({ ...before, [key]: value })),
    }),
    /** For inputs and text areas. */
    text: <K extends TextKeys<T>>(key: K) => ({
      value: values[key],
      onChange: ({ target }: ChangeEvent<TextField>) => setValues((before) => ({ ...before, [key]: target.value })),
    }),
  }
}
