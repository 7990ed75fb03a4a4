import { resourceKinds } from '@orrery/contract/shared/resource-kinds'
import { useLanguage } from '#lib/i18n.ts'

/** The singular name of a kind, as part of a sentence. */
export function useKindName(): (kind: string) => string {
  const [language] = useLanguage()
  return (kind) => {
    const names = resourceKinds[kind as keyof typeof resourceKinds]
    if (!names) return kind
    const [name] = names.en
    // Abbreviations keep their capitals inside a sentence.
    return language === 'zh-CN' ? names.zh : /^[A-Z]{2}/.test(name) ? name : name.toLowerCase()
  }
}
