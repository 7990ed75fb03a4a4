import { PromptType, ReleaseStatus } from '@orrery/contract/shared/prompt-enums'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { MessageSquareQuote, Plus } from 'lucide-react'
import { useCallback, useState } from 'react'
import { formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { mayInSpace, useSpace } from '#lib/spaces.ts'
import { Button } from '#ui/button.tsx'
import { DateTime } from '#ui/date-time.tsx'
import { ListPage } from '#ui/list-page.tsx'
import { Select } from '#ui/select.tsx'
import { type Column, NameCell } from '#ui/table.tsx'
import { Tag } from '#ui/tag.tsx'
import { TypeTile } from '#ui/type-tile.tsx'
import { CreatePromptDialog } from '../components/create-prompt-dialog.tsx'
import { WaitingTasks } from '../components/waiting-tasks.tsx'
import { labelsQuery } from '#domains/loop/label/index.ts'
import { type Prompt, promptsQuery } from '../prompts.queries.ts'

const types = { all: undefined, prompts: PromptType.messages, library: PromptType.segment } as const
type TypeChoice = keyof typeof types
/** No folder or tag has this value: folders contain no consecutive dots, and tags are numbers. */
const any = '..'

/** The prompts and texts of a space. */
export function PromptListPage() {
  const t = useT('prompts')
  const space = useSpace()
  const { word = '', type: chosen, folder, tag } = useSearch({ from: '/signed/space/$space_id/prompts' })
  const navigate = useNavigate({ from: '/space/$space_id/prompts' })
  const choice: TypeChoice = chosen ?? 'all'
  const query = useInfiniteQuery(promptsQuery(space.id, { word, type: types[choice], folder, tag }))
  const folders = query.data?.pages[0]?.folders ?? []
  const tags = useQuery(labelsQuery(space.id)).data?.tags ?? []
  const prompts = query.data?.pages.flatMap((page) => page.prompts) ?? []
  const [isCreating, setCreating] = useState(false)
  const onWord = useCallback(
    (text: string) => void navigate({ search: (now) => ({ ...now, word: text.trim() || undefined }), replace: true }),
    [navigate],
  )
  const narrow = (change: { type?: Exclude<TypeChoice, 'all'>; folder?: string; tag?: string }) =>
    void navigate({ search: (now) => ({ ...now, ...change }), replace: true })
  const onType = (value: TypeChoice) => narrow({ type: value === 'all' ? undefined : value })
  const columns: Column<Prompt>[] = [
    {
      id: 'name',
      head: t('list.name'),
      cell: (prompt) => (
        <NameCell
          tile={<TypeTile kind="prompt" />}
          name={prompt.display_name}
          note={prompt.prompt_key}
          beside={prompt.tags?.map(({ id, name }) => (
            <Tag key={id}>{name}</Tag>
          ))}
        />
      ),
    },
    {
      id: 'version',
      head: t('list.version'),
      width: 120,
      cell: ({ latest_version: version }) =>
        version ? <Tag mono>{version}</Tag> : <span className="text-mute">{t('list.draftOnly')}</span>,
    },
    {
      id: 'served',
      head: t('list.served'),
      width: 240,
      hideBelow: 'md',
      cell: (prompt) => <Served prompt={prompt} />,
    },
    {
      id: 'edited',
      head: t('list.edited'),
      width: 140,
      hideBelow: 'md',
      cell: ({ update_tsms: at }) => <DateTime at={Number(at)} className="text-mute" />,
    },
  ]
  return (
    <>
      <WaitingTasks />
      <ListPage
        title={t('list.title')}
        create={
          mayInSpace(space, 'createResource') && (
            <Button kind="solid" icon={Plus} onClick={() => setCreating(true)}>
              {t('create.title')}
            </Button>
          )
        }
        search={{ word, onWord, placeholder: t('list.search') }}
        filters={
          <>
            <Select
              prefix={t('list.type')}
              value={choice}
              onChange={onType}
              items={[
                { value: 'all', label: t('list.all') },
                { value: 'prompts', label: t('list.prompts') },
                { value: 'library', label: t('list.library') },
              ]}
            />
            {(folders.length > 0 || folder) && (
              <Select
                prefix={t('list.folder')}
                value={folder ?? any}
                onChange={(value) => narrow({ folder: value === any ? undefined : value })}
                items={[
                  { value: any, label: t('list.all') },
                  ...[...new Set([...folders, ...(folder ? [folder] : [])])].map((value) => ({ value, label: value })),
                ]}
              />
            )}
            {(tags.length > 0 || tag) && (
              <Select
                prefix={t('list.tag')}
                value={tag ?? any}
                onChange={(value) => narrow({ tag: value === any ? undefined : value })}
                items={[
                  { value: any, label: t('list.all') },
                  ...tags.map(({ tagKeyID, tagKeyName }) => ({ value: tagKeyID, label: tagKeyName })),
                ]}
              />
            )}
          </>
        }
        query={query}
        failed={t('list.failed')}
        empty={{ icon: MessageSquareQuote, title: t('list.empty'), text: t('list.emptyText') }}
        noMatch={
          word || chosen || folder || tag
            ? { text: t('list.noMatch'), onClear: () => void navigate({ search: {} }) }
            : undefined
        }
        columns={columns}
        rows={prompts}
        rowKey={({ id }) => id}
        rowName={({ display_name: name }) => name}
        onOpen={({ id }) =>
          void navigate({ to: '/space/$space_id/prompts/$prompt_id', params: { space_id: space.id, prompt_id: id } })
        }
        openHint={t('list.open')}
        shown={t('list.shown', {
          shown: formatNumber(prompts.length),
          total: formatNumber(query.data?.pages[0]?.total ?? 0),
        })}
      />
      {isCreating && <CreatePromptDialog spaceId={space.id} onClose={() => setCreating(false)} />}
    </>
  )
}

/** The labels and serving slots with their versions. */
function Served({ prompt: { infos = [], pointers = [] } }: { prompt: Prompt }) {
  const t = useT('prompts')
  const chips = [
    ...infos.map(({ id, env, label, version, status }) => ({
      id,
      tone: status === ReleaseStatus.canary ? ('warn' as const) : ('ok' as const),
      text: [label || t(env === 2 ? 'env.production' : 'env.test'), version].join(' '),
    })),
    ...pointers
      .filter(({ name }) => !infos.some(({ label }) => label === name))
      .map(({ name, version }) => ({ id: name, tone: 'grey' as const, text: `${name} ${version}` })),
  ]
  if (!chips.length) return <span className="text-mute">{t('list.nowhere')}</span>
  return (
    <span className="flex flex-wrap gap-1">
      {chips.map(({ id, tone, text }) => (
        <Tag key={id} tone={tone}>
          {text}
        </Tag>
      ))}
    </span>
  )
}
