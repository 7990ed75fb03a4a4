import { useSearch } from '@tanstack/react-router'
import { Building2 } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import type { CompanyConnection } from '../use-company-ways.ts'

interface CompanyButtonsProps {
  ways: readonly CompanyConnection[]
  email: string
  isRequired: boolean
  onDirectory: (way: CompanyConnection) => void
}

/** Links to the identity provider of the company, or opens the form for its directory. */
export function CompanyButtons({ ways, email, isRequired, onDirectory }: CompanyButtonsProps) {
  const t = useT('passport')
  const { redirect = '' } = useSearch({ from: '/sign' })
  if (!ways.length) return null
  const go = (way: CompanyConnection) => {
    if (way.kind === 'ldap') return onDirectory(way)
    const search = new URLSearchParams({ connection_id: way.id, redirect, hint: email })
    location.assign(`/api/sso/begin?${search.toString()}`)
  }
  return (
    <div className="mb-4 flex flex-col gap-2">
      {isRequired && <p className="text-small text-mute">{t('company.required')}</p>}
      {ways.map((way) => (
        <Button
          key={way.id}
          size="lg"
          kind={isRequired ? 'solid' : undefined}
          icon={Building2}
          onClick={() => go(way)}
          className="w-full"
        >
          {t('company.continue', { name: way.name })}
        </Button>
      ))}
    </div>
  )
}
