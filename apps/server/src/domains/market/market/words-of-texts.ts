import { weighedWords } from '#domains/library/search/shared/weighed-words.ts'
import type { ProductTexts } from './market.table.ts'

export const wordsOfTexts = ({ en, zh }: ProductTexts) =>
  weighedWords([
    [`${en.name} ${zh.name === en.name ? '' : zh.name}`, 'A'],
    [`${en.description} ${zh.description === en.description ? '' : zh.description}`, 'B'],
    [`${en.readme} ${zh.readme === en.readme ? '' : zh.readme}`.slice(0, 10_000), 'D'],
  ])
