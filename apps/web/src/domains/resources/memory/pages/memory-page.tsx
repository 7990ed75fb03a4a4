import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import { useCallback, useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { usePageTitle } from '#lib/title.ts'
import { Button } from '#ui/button.tsx'
import { confirm } from '#ui/confirm-host.tsx'
import { NoMatch } from '#ui/empty-state.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { InfiniteSentinel } from '#ui/infinite-sentinel.tsx'
import { FailedPage } from '#ui/page-state.tsx'
import { SearchInput } from '#ui/search-input.tsx'
import { Switch } from '#ui/switch.tsx'
import { TitleBar } from '#ui/title-bar.tsx'
import { MemoryRow } from '../components/memory-row.tsx'
import { WhyEmpty } from '../components/why-empty.tsx'
import { botNameQuery, consentQuery, memoriesQuery, refreshMemory, searchQuery } from '../memory.queries.ts'

/** The memories of a bot about the current user: view, correct and delete them, or turn the feature off. */
export function MemoryPage() {
  const t = useT('memory')
  const { space_id: spaceId, bot_id: botId } = useParams({ from: '/signed/space/$space_id/bot/$bot_id/memory' })
  const [word, setWord] = useState('')
  const onWord = useCallback((text: string) => setWord(text.trim()), [])
  const bot = useQuery(botNameQuery(botId)).data
  const consent = useQuery(consentQuery(botId))
  const all = useInfiniteQuery(memoriesQuery(botId))
  const found = useQuery(searchQuery(botId, word))
  usePageTitle(t('title'))
  const change = useMutation({
    mutationFn: (isGiven: boolean) => api.memory.setConsent({ bot_id: botId, is_given: isGiven }),
    onSuccess: () => refreshMemory(botId),
  })
  const isOn = change.isPending ? change.variables : (consent.data?.is_given ?? false)
  const listed = all.data?.pages.flatMap((page) => page.list_items_result_list) ?? []
  const shown = word ? (found.data ?? []) : listed
  const turn = async (on: boolean) => {
    const isSure =
      on ||
      listed.length === 0 ||
      (await confirm({ title: t('off.title'), text: t('off.text'), action: t('off.action'), danger: true }))
    if (isSure) change.mutate(on)
  }
  const forgetAll = () =>
    confirm({
      title: t('clear.title'),
      text: t('clear.text'),
      action: t('clear.action'),
      danger: true,
      onConfirm: async () => {
        await api.memory.clearAll({ bot_id: botId })
        await refreshMemory(botId)
      },
    })
  if (consent.error)
    return <FailedPage title={t('failed')} error={consent.error} onRetry={() => void consent.refetch()} />
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <TitleBar
        back={<Link to="/space/$space_id/bot/$bot_id" params={{ space_id: spaceId, bot_id: botId }} />}
        title={t('title')}
        note={bot ? t('of', { bot }) : undefined}
        actions={
          listed.length > 0 && (
            <Button kind="danger-quiet" icon={Trash2} onClick={() => void forgetAll()}>
              {t('clear.action')}
            </Button>
          )
        }
      />
      <div className="min-h-0 flex-1 overflow-y-auto p-5">
        <div className="mx-auto flex min-h-full max-w-200 flex-col gap-4">
          <section className="rounded-lg border border-line bg-card p-4">
            <Switch checked={isOn} disabled={!consent.data} onChange={(on) => void turn(on)}>
              <span className="font-medium">{t('consent')}</span>
            </Switch>
            <p className="mt-1 text-small text-mute">{t('consentText')}</p>
            {change.error && <ErrorPanel error={change.error} className="mt-2" />}
          </section>
          {(listed.length > 0 || word) && (
            <SearchInput slash value={word} onChange={onWord} placeholder={t('search')} />
          )}
          {(all.error ?? found.error) && <ErrorPanel error={all.error ?? found.error} />}
          {shown.length > 0 ? (
            <ul aria-label={t('title')} className="rounded-lg border border-line bg-card">
              {shown.map((memory) => (
                <MemoryRow key={memory.iid} botId={botId} memory={memory} />
              ))}
            </ul>
          ) : word && found.data ? (
            <NoMatch text={t('noMatch', { word })} onClear={() => setWord('')} />
          ) : (
            all.data && <WhyEmpty spaceId={spaceId} botId={botId} />
          )}
          {!word && <InfiniteSentinel query={all} />}
        </div>
      </div>
    </div>
  )
}
