/** A template that cannot be parsed or rendered: the place and the reason, in both languages. */
export class TemplateError extends Error {
  override name = 'TemplateError'
  readonly line: number
  readonly zh: string
  constructor(line: number, en: string, zh: string) {
    super(en)
    this.line = line
    this.zh = zh
  }
}
