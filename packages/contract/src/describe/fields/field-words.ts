/** Field descriptions in English and Chinese, by field name. */
export type FieldWords = Readonly<Record<string, readonly [en: string, zh: string]>>
