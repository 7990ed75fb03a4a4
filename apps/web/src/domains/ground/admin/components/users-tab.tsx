import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { NoMatch } from '#ui/empty-state.tsx'
import { FootBar } from '#ui/foot-bar.tsx'
import { InfiniteSentinel } from '#ui/infinite-sentinel.tsx'
import { FailedPage } from '#ui/page-state.tsx'
import { SearchInput } from '#ui/search-input.tsx'
import { usersQuery } from '../admin.queries.ts'
import { UserTable } from './user-table.tsx'

export function UsersTab() {
  const t = useT('admin')
  const [word, setWord] = useState('')
  const query = useInfiniteQuery(usersQuery(word.trim()))
  const users = query.data?.pages.flatMap((page) => page.users) ?? []
  const total = query.data?.pages[0]?.total ?? 0
  if (query.isError && users.length === 0)
    return <FailedPage error={query.error} onRetry={() => void query.refetch()} />
  return (
    <>
      <div className="flex min-h-13 shrink-0 items-center px-5 py-2.5">
        <div className="w-66 max-w-full">
          <SearchInput slash value={word} onChange={setWord} placeholder={t('users.search')} />
        </div>
      </div>
      <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
        <UserTable users={users} loading={query.isPending} after={<InfiniteSentinel query={query} />} />
        {query.isSuccess && users.length === 0 && (
          <NoMatch text={t('users.noMatch', { word: word.trim() })} onClear={() => setWord('')} />
        )}
      </div>
      <FootBar>{t('users.foot', { shown: users.length, count: total })}</FootBar>
    </>
  )
}
