import type { TitledText } from '#kit/vectors/vectors.ts'

interface Piece {
  titles: string[]
  content: string
  searched?: string
}
/** The searchable text of a piece: its text, the headings above it and the name of its document. */
export interface SearchedText extends TitledText {
  name: string
}
const ENDING = /\.[a-z0-9]{1,5}$/i

export function searchedText(documentName: string, { titles, content, searched }: Piece): SearchedText {
  // Table rows are searched only by the chosen columns.
  if (searched !== undefined) return { name: '', title: '', text: searched }
  return { name: documentName.replace(ENDING, ''), title: titles.join('\n'), text: content }
}
const joined = (...parts: string[]) => parts.filter(Boolean).join('\n')
/** The text with its headings, as passed to embedding models. */
export const headedText = ({ title, text }: SearchedText): string => joined(title, text)
export const wholeText = ({ name, title, text }: SearchedText): string => joined(name, title, text)
/** The text, with the document name among the headings. */
export const namedText = ({ name, title, text }: SearchedText): TitledText => ({ title: joined(name, title), text })
