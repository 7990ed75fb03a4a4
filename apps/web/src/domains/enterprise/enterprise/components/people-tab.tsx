import { useQuery } from '@tanstack/react-query'
import { Network, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { DateTime } from '#ui/date-time.tsx'
import { NoMatch } from '#ui/empty-state.tsx'
import { FootBar } from '#ui/foot-bar.tsx'
import { FailedPage } from '#ui/page-state.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { SearchInput } from '#ui/search-input.tsx'
import { Select } from '#ui/select.tsx'
import { type Column, NameCell, Table } from '#ui/table.tsx'
import { Tag } from '#ui/tag.tsx'
import {
  organizationsQuery,
  peoplePageSize,
  peopleQuery,
  type Person,
  type PersonRole,
  useEnterprise,
} from '../enterprise.queries.ts'
import { personRoles, useEnterpriseRoleName } from '../use-role-names.ts'
import { AddPeopleDialog } from './add-people-dialog.tsx'
import { OrganizationsSheet } from './organizations-sheet.tsx'
import { PersonSheet } from './person-sheet.tsx'

const any = 'any'

export function PeopleTab() {
  const t = useT('enterprise')
  const names = useT('shell')
  const roleName = useEnterpriseRoleName()
  const { enterprise_id: id } = useEnterprise()
  const [word, setWord] = useState('')
  const [role, setRole] = useState<PersonRole | ''>('')
  const [organization, setOrganization] = useState('')
  const [page, setPage] = useState(1)
  const [open, setOpen] = useState<string>()
  const [adding, setAdding] = useState(false)
  const [isTree, setTree] = useState(false)
  const query = useQuery(peopleQuery(id, word.trim(), role, organization, page))
  const { data: organizations = [] } = useQuery(organizationsQuery(id))
  const people = query.data?.enterprise_people_list ?? []
  const shown = people.find((person) => person.user_id === open)
  const filter = (change: () => void) => {
    change()
    setPage(1)
  }
  if (query.isError) return <FailedPage error={query.error} onRetry={() => void query.refetch()} />
  const columns: Column<Person>[] = [
    {
      id: 'person',
      head: t('people.person'),
      cell: (person) => (
        <NameCell
          tile={<Avatar name={person.nick_name} id={person.user_id} src={person.avatar_url} decorative />}
          name={person.nick_name}
          beside={<StatusTag person={person} />}
          note={`${person.email} · @${person.name}`}
        />
      ),
    },
    {
      id: 'role',
      head: t('people.role'),
      width: 130,
      cell: (person) => person.enterprise_role_type_list.map(roleName).join(', '),
    },
    {
      id: 'organization',
      head: t('people.organization'),
      width: 160,
      hideBelow: 'md',
      cell: (person) => organizations.find((item) => item.organization_id === person.organization_id)?.name ?? '',
    },
    {
      id: 'source',
      head: t('people.source'),
      width: 110,
      hideBelow: 'lg',
      cell: (person) => <span className="text-mute">{t(`source.${person.managed_by}`)}</span>,
    },
    {
      id: 'joined',
      head: t('people.joined'),
      width: 150,
      hideBelow: 'md',
      cell: (person) => <DateTime at={person.create_time * 1000} className="text-mute" />,
    },
    {
      id: 'act',
      head: t('people.act'),
      hideHead: true,
      width: 110,
      align: 'end',
      cell: (person) => (
        <Button size="sm" onClick={() => setOpen(person.user_id)}>
          {t('people.manage')}
        </Button>
      ),
    },
  ]
  return (
    <>
      <div className="flex min-h-13 shrink-0 flex-wrap items-center gap-2 px-5 py-2.5">
        <div className="w-66 max-w-full">
          <SearchInput
            slash
            value={word}
            onChange={(next) => filter(() => setWord(next))}
            placeholder={t('people.search')}
          />
        </div>
        <Select
          prefix={t('people.role')}
          items={[
            { value: any, label: t('people.anyRole') },
            ...personRoles.map((value) => ({ value, label: roleName(value) })),
          ]}
          value={role || any}
          onChange={(next) => filter(() => setRole(next === any ? '' : (next as PersonRole)))}
        />
        {organizations.length > 1 && (
          <Select
            prefix={t('people.organization')}
            items={[
              { value: any, label: t('people.anyOrganization') },
              ...organizations.map((item) => ({ value: item.organization_id, label: item.name })),
            ]}
            value={organization || any}
            onChange={(next) => filter(() => setOrganization(next === any ? '' : next))}
          />
        )}
        <span className="flex-1" />
        <Button icon={Network} onClick={() => setTree(true)}>
          {t('organizations.open')}
        </Button>
        <Button kind="solid" icon={UserPlus} onClick={() => setAdding(true)}>
          {t('people.add')}
        </Button>
      </div>
      <div className="relative flex min-h-0 flex-1">
        <div className="flex min-w-0 flex-1 flex-col overflow-y-auto">
          <Table
            label={names('nav.enterprise.people')}
            columns={columns}
            rows={people}
            rowKey={(person) => person.user_id}
            rowName={(person) => person.nick_name}
            loading={query.isPending ? 8 : 0}
          />
          {query.isSuccess && people.length === 0 && (
            <NoMatch
              text={t('people.none')}
              onClear={() => {
                setWord('')
                setRole('')
                setOrganization('')
              }}
            />
          )}
        </div>
        {isTree && <OrganizationsSheet onClose={() => setTree(false)} />}
        {shown && <PersonSheet key={shown.user_id} person={shown} onClose={() => setOpen(undefined)} />}
      </div>
      <FootBar>
        {t('people.foot', { count: query.data?.total ?? 0 })}
        {(query.data?.total ?? 0) > peoplePageSize && (
          <Pagination page={page} pages={Math.ceil((query.data?.total ?? 0) / peoplePageSize)} onChange={setPage} />
        )}
      </FootBar>
      {adding && <AddPeopleDialog onClose={() => setAdding(false)} />}
    </>
  )
}

function StatusTag({ person }: { person: Person }) {
  const t = useT('enterprise')
  if (person.status === 'active') return person.valid ? null : <Tag tone="err">{t('status.shut')}</Tag>
  return <Tag tone={person.status === 'leaving' ? 'warn' : 'err'}>{t(`status.${person.status}`)}</Tag>
}
