/** By the name of a field: what it holds, in English and in Chinese. */
export type FieldWords = Readonly<Record<string, readonly [en: string, zh: string]>>
