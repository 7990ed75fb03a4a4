import { segmentTag } from '#domains/resources/prompt/shared/prompt-detail.ts'

const variable = /\{\{\s*([A-Za-z]\w{0,49})\s*\}\}/g
/** Variables, Jinja tags and segment references in a text, which a rewrite must keep. */
export const marksOf = (text: string): string[] => [
  ...[...text.matchAll(variable)].map(([, name]) => `{{${name!}}}`),
  ...[...text.matchAll(/\{%[^%]{1,500}%\}/g)].map(([tag]) => tag),
  ...[...text.matchAll(segmentTag)].map(([tag]) => tag),
]
export function holds(text: string, mark: string): boolean {
  const name = /^\{\{(\w+)\}\}$/.exec(mark)?.[1]
  return name ? new RegExp(String.raw`\{\{\s*${name}\s*\}\}`).test(text) : text.includes(mark)
}
