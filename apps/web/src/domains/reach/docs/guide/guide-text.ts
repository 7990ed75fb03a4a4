import type { Namespace } from '#locales/namespaces.ts'

const label = /\{\{([a-z-]+):([\w.]+)\}\}/g

export interface LabelRef {
  namespace: Namespace
  key: string
}

/** The labels of the studio that a text refers to as `{{namespace:key}}`. */
export const labelsIn = (text: string): LabelRef[] =>
  [...text.matchAll(label)].map((match) => ({ namespace: match[1] as Namespace, key: match[2]! }))

/** Inserts the labels as the screen shows them, so that the guide always names buttons correctly. */
export const fillLabels = (text: string, labelOf: (label: LabelRef) => string): string =>
  text.replaceAll(label, (_, namespace: string, key: string) => {
    const words = labelOf({ namespace: namespace as Namespace, key })
    return `**${words.replaceAll(/([*_`[\]\\])/g, '\\$1')}**`
  })

/** The names of the pictures that a text shows. */
export const picturesIn = (text: string): string[] =>
  [...text.matchAll(/!\[[^\]]*\]\(([\w-]+)\)/g)].map((match) => match[1]!)

/** The targets of the links of a text within the docs. */
export const linksIn = (text: string): string[] =>
  [...text.matchAll(/(?<!!)\[[^\]]*\]\(([\w/-]+)\)/g)].map((match) => match[1]!)

export const titleOf = (text: string): string => /^# (.+)$/m.exec(text)?.[1] ?? ''
export const withoutTitle = (text: string): string => text.replace(/^# .+\n/, '')

export interface GuideSection {
  /** Empty for the text before the first heading. */
  heading: string
  anchor: string
  /** Plain text without Markdown. */
  words: string
}

/** Anchors consist of letters and digits of any language; all other characters become hyphens. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')

/** The sections of a page, for the search and the table of contents. */
export function sectionsOf(text: string): GuideSection[] {
  return withoutTitle(text)
    .split(/^(?=## )/m)
    .map((part) => {
      const heading = /^## (.+)$/m.exec(part)?.[1] ?? ''
      return { heading, anchor: anchorOf(heading), words: plainWords(part.replace(/^## .+\n/, '')) }
    })
    .filter(({ heading, words }) => heading !== '' || words !== '')
}

const plainWords = (text: string): string =>
  text
    .replaceAll(/!\[[^\]]*\]\([^)]*\)/g, '')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/^\|[-| :]+\|$/gm, '')
    .replaceAll(/^[>#|\-\d.\s]+/gm, '')
    .replaceAll(/[*`|]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
