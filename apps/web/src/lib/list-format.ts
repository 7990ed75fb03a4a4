import { useTranslation } from 'react-i18next'

/** Joins names to a list for a sentence: "Ann, Bo or Cy", "甲、乙或丙". */
export function useFormatter(): (names: readonly string[]) => string {
  const { i18n } = useTranslation()
  const format = new Intl.ListFormat(i18n.language, { style: 'long', type: 'disjunction' })
  return (names) => format.format(names)
}
