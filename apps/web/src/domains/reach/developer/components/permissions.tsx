import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLanguage, useT } from '#lib/i18n.ts'
import { CodeBlock } from '#ui/code-block.tsx'
import { NoMatch } from '#ui/empty-state.tsx'
import { FailedPage } from '#ui/page-state.tsx'
import { SearchInput } from '#ui/search-input.tsx'
import { Select } from '#ui/select.tsx'
import { Tag } from '#ui/tag.tsx'
import { permissionsQuery, quickstartQuery } from '../developer.queries.ts'

const ofAccount = 1

/** The permissions of tokens, the calls that each covers, and how a program gets such a token. */
export function Permissions() {
  const t = useT('developer')
  const [word, setWord] = useState('')
  const { data, error, refetch } = useQuery(permissionsQuery)
  if (error && !data) return <FailedPage error={error} onRetry={() => void refetch()} />
  const wanted = word.trim().toLowerCase()
  const groups = (data ?? [])
    .map((group) => ({
      ...group,
      childrens: group.childrens.filter((leaf) =>
        `${leaf.permission_key} ${leaf.description}`.toLowerCase().includes(wanted),
      ),
    }))
    .filter((group) => group.childrens.length > 0)
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto border-t border-line p-5">
      <div className="max-w-80">
        <SearchInput value={word} onChange={setWord} placeholder={t('permission.search')} />
      </div>
      {data && groups.length === 0 && <NoMatch text={t('permission.none', { word })} onClear={() => setWord('')} />}
      {groups.map((group) => (
        <section key={group.key} aria-label={group.key}>
          <h2 className="mb-1 font-semibold">{group.display_name}</h2>
          <ul>
            {group.childrens.map((leaf) => (
              <li key={leaf.permission_key} className="flex items-baseline gap-3 border-b border-line py-1.5">
                <code className="w-60 shrink-0 wrap-anywhere">{leaf.permission_key}</code>
                <span lang="en" data-user-text className="min-w-0 flex-1 text-mute">
                  {leaf.description}
                </span>
                <Tag>{leaf.permission_scope === ofAccount ? t('permission.account') : t('permission.space')}</Tag>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <Quickstart />
    </div>
  )
}

const kinds = ['WebBackend', 'SinglePageOrNative', 'Terminal', 'Service'] as const

function Quickstart() {
  const t = useT('developer')
  const [language] = useLanguage()
  const [kind, setKind] = useState<(typeof kinds)[number]>('WebBackend')
  const { data } = useQuery(quickstartQuery(kind, language))
  return (
    <section aria-label={t('quickstart')} className="flex flex-col gap-2 pt-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="font-semibold">{t('quickstart')}</h2>
        <Select
          prefix={t('quickstart.kind')}
          value={kind}
          onChange={setKind}
          items={kinds.map((value) => ({ value, label: t(`quickstart.${value}`) }))}
        />
      </div>
      {data?.map((item) => (
        <CodeBlock key={item.lang} title={item.lang} code={item.instruction} />
      ))}
    </section>
  )
}
