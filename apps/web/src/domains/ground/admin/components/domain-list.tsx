import { Plus } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { FilterChip } from '#ui/filter-bar.tsx'
import { Input } from '#ui/input.tsx'
import { readDomain } from '../email-domain.ts'

interface DomainListProps {
  domains: readonly string[]
  onChange: (domains: readonly string[]) => void
}

/** E-mail domains that may register; an empty list allows all. */
export function DomainList({ domains, onChange }: DomainListProps) {
  const t = useT('admin')
  const [typed, setTyped] = useState('')
  const [isWrong, setWrong] = useState(false)
  const add = (event: FormEvent) => {
    event.preventDefault()
    const domain = readDomain(typed)
    setWrong(domain === undefined)
    if (domain === undefined) return
    setTyped('')
    if (!domains.includes(domain)) onChange([...domains, domain])
  }
  return (
    <form noValidate onSubmit={add} className="flex flex-col gap-2">
      <Field
        label={t('domains.label')}
        help={domains.length === 0 ? t('domains.any') : t('domains.some')}
        error={isWrong && t('domains.wrong')}
      >
        <div className="flex gap-2">
          <Input
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value)
              setWrong(false)
            }}
            placeholder="example.org"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
          <Button type="submit" icon={Plus} disabled={typed.trim() === ''}>
            {t('domains.add')}
          </Button>
        </div>
      </Field>
      {domains.length > 0 && (
        <div role="group" aria-label={t('domains.label')} className="flex flex-wrap gap-2">
          {domains.map((domain) => (
            <FilterChip key={domain} name={domain} onRemove={() => onChange(domains.filter((item) => item !== domain))}>
              {domain}
            </FilterChip>
          ))}
        </div>
      )}
    </form>
  )
}
