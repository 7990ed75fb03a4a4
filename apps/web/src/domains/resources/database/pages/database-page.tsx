import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { FileUp, MessageCircleQuestion, Pencil, Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useEmbedded } from '#lib/embedded.ts'
import { useT } from '#lib/i18n.ts'
import { databaseLink } from '#lib/links.ts'
import { mayInSpace, useSpace } from '#lib/spaces.ts'
import { rememberRecent } from '#lib/recent.ts'
import { usePageTitle } from '#lib/title.ts'
import { buttonStyle } from '#ui/button-style.ts'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { QueryPage } from '#ui/query-page.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { Tag } from '#ui/tag.tsx'
import { TitleBar } from '#ui/title-bar.tsx'
import { TypeTile } from '#ui/type-tile.tsx'
import { useBackLink } from '#ui/back-link.tsx'
import { AccessPanel } from '../components/access-panel.tsx'
import { AskSheet } from '../components/ask-sheet.tsx'
import { type DataHandle, DataPanel } from '../components/data-panel.tsx'
import { ImportRowsDialog } from '../components/import-rows-dialog.tsx'
import { InfoDialog } from '../components/info-dialog.tsx'
import { type Mode, modeKeys } from '../components/mode-choice.tsx'
import { StructurePanel } from '../components/structure-panel.tsx'
import { countQuery, type Database, databaseQuery } from '../database.queries.ts'
import { readFilters, readSort, writeFilters, writeSort } from '../filters.ts'

const from = '/signed/space/$space_id/database/$table_id'

/** A table of a space: its structure, its draft and online rows, and the access to them. */
export function DatabasePage() {
  const t = useT('database')
  const { table_id: id, space_id: spaceId } = useParams({ from })
  const query = useQuery(databaseQuery(id))
  return (
    <QueryPage
      query={query}
      failed={t('page.failed')}
      missing={t('page.missing')}
      back={
        <Link to="/space/$space_id/library/database" params={{ space_id: spaceId }} className={buttonStyle('plain')}>
          {t('page.back')}
        </Link>
      }
    >
      {(database) => <Detail key={id} database={database} />}
    </QueryPage>
  )
}

function Detail({ database }: { database: Database }) {
  const t = useT('database')
  const search = useSearch({ from })
  const navigate = useNavigate({ from: '/space/$space_id/database/$table_id' })
  const mayEdit = mayInSpace(useSpace(), 'createResource')
  const tab = search.tab ?? 'draft'
  const stage = tab === 'online' ? 'online' : 'draft'
  const [isNaming, setNaming] = useState(false)
  const [isImporting, setImporting] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const [isAdding, setAdding] = useState(false)
  const data = useRef<DataHandle>(null)
  const back = useBackLink(
    'database',
    <Link to="/space/$space_id/library/database" params={{ space_id: database.space_id }} />,
  )
  const draftCount = useQuery(countQuery(database.id, 'draft')).data
  const onlineCount = useQuery(countQuery(database.id, 'online')).data
  usePageTitle(database.table_name)
  const { id, space_id: spaceId, table_name: name } = database
  const isHosted = useEmbedded()
  useEffect(() => {
    if (!isHosted) rememberRecent(spaceId, { id, kind: 'database', name, href: databaseLink(spaceId, id) })
  }, [id, spaceId, name, isHosted])
  const put = (change: Partial<typeof search>) =>
    void navigate({ search: (now) => ({ ...now, ...change }), replace: true })
  const openTab = (next: typeof tab) => {
    setAdding(false)
    void navigate({ search: { tab: next === 'draft' ? undefined : next } })
  }
  const hasRows = tab === 'draft' || tab === 'online'
  return (
    <div className="flex min-h-0 flex-1 flex-col bg-card">
      <TitleBar
        back={back}
        tile={<TypeTile kind="database" size={36} />}
        title={database.table_name}
        beside={
          <>
            {mayEdit && <IconButton size="sm" icon={Pencil} label={t('info.title')} onClick={() => setNaming(true)} />}
            <Tag>{t(`mode.${modeKeys[database.rw_mode as Mode]}`)}</Tag>
            {!mayEdit && <Tag>{t('viewOnly')}</Tag>}
          </>
        }
        note={[database.table_desc, t(`mode.${modeKeys[database.rw_mode as Mode]}.text`)].filter(Boolean).join(' · ')}
        actions={
          hasRows && (
            <>
              <Button icon={MessageCircleQuestion} aria-expanded={isAsking} onClick={() => setAsking(!isAsking)}>
                {t('ask.title')}
              </Button>
              {mayEdit && (
                <>
                  <Button icon={FileUp} onClick={() => setImporting(true)}>
                    {t('import.action')}
                  </Button>
                  <Button kind="solid" icon={Plus} onClick={() => data.current?.addRow()}>
                    {t('grid.add')}
                  </Button>
                </>
              )}
            </>
          )
        }
      />
      <div className="relative flex min-h-0 flex-1 flex-col">
        <Tabs
          size="page"
          label={t('page.tabs')}
          value={tab}
          onChange={openTab}
          items={[
            { value: 'structure', label: t('tab.structure') },
            { value: 'draft', label: t('tab.draft'), count: draftCount },
            { value: 'online', label: t('tab.online'), count: onlineCount },
            { value: 'access', label: t('tab.access') },
          ]}
        />
        {tab === 'structure' && (
          <StructurePanel
            key={database.extra_info['version']}
            database={database}
            mayEdit={mayEdit}
            isAdding={isAdding}
          />
        )}
        {tab === 'access' && <AccessPanel database={database} mayEdit={mayEdit} />}
        {hasRows && (
          <DataPanel
            // Changed fields need a new grid.
            key={`${stage}/${database.extra_info['version']}`}
            handle={data}
            database={database}
            stage={stage}
            mayEdit={mayEdit}
            filters={readFilters(search.where)}
            sort={readSort(search.sort)}
            word={search.word ?? ''}
            onFilters={(filters) => put({ where: writeFilters(filters) })}
            onSort={(sort) => put({ sort: writeSort(sort) })}
            onWord={(word) => put({ word: word.trim() || undefined })}
            onImport={() => setImporting(true)}
            onAddField={() => {
              setAdding(true)
              void navigate({ search: { tab: 'structure' } })
            }}
          />
        )}
        {isAsking && hasRows && (
          <AskSheet key={stage} database={database} stage={stage} onClose={() => setAsking(false)} />
        )}
      </div>
      {isNaming && <InfoDialog database={database} onClose={() => setNaming(false)} />}
      {isImporting && (
        <ImportRowsDialog
          database={database}
          stage={stage}
          onClose={() => setImporting(false)}
          onRows={() => data.current?.reload()}
        />
      )}
    </div>
  )
}
