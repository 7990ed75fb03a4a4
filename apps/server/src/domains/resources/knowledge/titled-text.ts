import type { TitledText } from '#kit/vectors/vectors.ts'

interface Searched {
  titles: string[]
  content: string
  searched?: string
}
const ENDING = /\.[a-z0-9]{1,5}$/i

/** What is searched of a piece: its text, under the name of its document and the headings above it. */
export function titledText(documentName: string, { titles, content, searched }: Searched): TitledText {
  // Rows of a table are searched by the columns that were chosen, and by nothing else.
  if (searched !== undefined) return { title: '', text: searched }
  return { title: [documentName.replace(ENDING, ''), ...titles].join('\n'), text: content }
}
export const wholeText = ({ title, text }: TitledText): string => (title ? `${title}\n${text}` : text)
