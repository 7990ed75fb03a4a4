import { type NoticeWay, noticeWays } from '@orrery/contract/shared/notice-kinds'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Banner } from '#ui/banner.tsx'
import { Icon } from '#ui/icon.tsx'
import { FailedPage } from '#ui/page-state.tsx'
import { Select } from '#ui/select.tsx'
import { type Column, NameCell, Table } from '#ui/table.tsx'
import { kindIcons } from '../kind-icons.ts'
import { choicesQuery, choose } from '../notice.queries.ts'

type Choice = Awaited<ReturnType<typeof api.notice.choices>>['items'][number]

/** How a person is notified, by kind. Changes apply at once. */
export function NotificationsTab() {
  const t = useT('notice')
  const { data, error, refetch } = useQuery(choicesQuery)
  const save = useMutation({ mutationFn: ({ kind, way }: Choice) => choose(kind, way) })
  if (error && !data) return <FailedPage error={error} onRetry={() => void refetch()} />
  const hasMail = data?.has_mail ?? true
  const ways = noticeWays.map((value) => ({
    value,
    label: t(`way.${value}`),
    disabled: value === 'mail' && !hasMail,
  }))
  const shownWay = ({ kind, way }: Choice): NoticeWay =>
    save.isPending && save.variables.kind === kind ? save.variables.way : way
  const columns: Column<Choice>[] = [
    {
      id: 'kind',
      head: t('about'),
      cell: ({ kind }) => (
        <NameCell
          tile={
            <span className="flex size-8 shrink-0 items-center justify-center rounded-lg bg-hover text-mute">
              <Icon of={kindIcons[kind]} />
            </span>
          }
          name={t(`kind.${kind}`)}
          note={<span title={t(`kindText.${kind}`)}>{t(`kindText.${kind}`)}</span>}
        />
      ),
    },
    {
      id: 'way',
      head: t('way'),
      width: 208,
      cell: (choice) => (
        <Select
          label={t('wayOf', { kind: t(`kind.${choice.kind}`) })}
          items={ways}
          value={shownWay(choice)}
          onChange={(way) => save.mutate({ ...choice, way })}
          className="w-44"
        />
      ),
    },
  ]
  return (
    <>
      {!hasMail && <Banner tone="warn">{t('noMail')}</Banner>}
      <p className="px-5 py-3 text-mute">{t('choices')}</p>
      <Table
        label={t('choicesTable')}
        columns={columns}
        rows={data?.items ?? []}
        rowKey={({ kind }) => kind}
        rowName={({ kind }) => t(`kind.${kind}`)}
        loading={data ? 0 : 6}
      />
    </>
  )
}
