import type ui from './en/ui.json'

/** One line a namespace: the English file gives the keys, a test holds the Chinese one to them. */
interface Files {
  ui: typeof ui
}

export type Namespace = keyof Files

/** `rows_one` and `rows_other` are asked for as `rows`, with a count. */
type WithoutPlural<K> = K extends `${infer Base}_${'zero' | 'one' | 'two' | 'few' | 'many' | 'other'}` ? Base : K

export type TextKey<N extends Namespace> = WithoutPlural<keyof Files[N]> & string
