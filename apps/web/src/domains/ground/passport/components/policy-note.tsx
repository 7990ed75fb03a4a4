import { useQuery } from '@tanstack/react-query'
import { useT } from '#lib/i18n.ts'
import { instanceQuery } from '#lib/instance.ts'

/** The policies that people accept by registering, if the owner of the instance has set any. */
export function PolicyNote() {
  const t = useT('passport')
  const { data } = useQuery(instanceQuery)
  const pages = [
    { href: data?.user_agreement, label: t('policies.terms') },
    { href: data?.privacy_policy, label: t('policies.privacy') },
  ].filter((page) => page.href)
  if (pages.length === 0) return null
  return (
    <p className="mt-3 flex flex-wrap gap-x-2 text-small text-mute">
      {t('policies')}
      {pages.map(({ href, label }) => (
        <a key={label} href={href} target="_blank" rel="noreferrer" className="text-brand underline">
          {label}
        </a>
      ))}
    </p>
  )
}
