import type { TitledText } from '#kit/vectors/vectors.ts'

interface Piece {
  titles: string[]
  content: string
  searched?: string
}
/** What is searched of a piece: its text, the headings above it and the name of its document. */
export interface SearchedText extends TitledText {
  name: string
}
const ENDING = /\.[a-z0-9]{1,5}$/i

export function searchedText(documentName: string, { titles, content, searched }: Piece): SearchedText {
  // Rows of a table are searched by the columns that were chosen, and by nothing else.
  if (searched !== undefined) return { name: '', title: '', text: searched }
  return { name: documentName.replace(ENDING, ''), title: titles.join('\n'), text: content }
}
const joined = (...parts: string[]) => parts.filter(Boolean).join('\n')
/** With the headings, as models get it. */
export const headedText = ({ title, text }: SearchedText): string => joined(title, text)
export const wholeText = ({ name, title, text }: SearchedText): string => joined(name, title, text)
/** With the name among the headings. */
export const namedText = ({ name, title, text }: SearchedText): TitledText => ({ title: joined(name, title), text })
