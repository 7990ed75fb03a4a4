import { FileFormat } from '@orrery/contract/shared/dataset-enums'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { Download, FileUp, GitCommitVertical, Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { api } from '#lib/api.ts'
import { formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { datasetLink } from '#lib/links.ts'
import { rememberRecent } from '#lib/recent.ts'
import { mayInSpace, useSpace } from '#lib/spaces.ts'
import { usePageTitle } from '#lib/title.ts'
import { buttonStyle } from '#ui/button-style.ts'
import { Button } from '#ui/button.tsx'
import { QueryPage } from '#ui/query-page.tsx'
import { MenuItem, MenuLine } from '#ui/menu-items.tsx'
import { Menu } from '#ui/menu.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { Tag } from '#ui/tag.tsx'
import { TitleBar } from '#ui/title-bar.tsx'
import { TypeTile } from '#ui/type-tile.tsx'
import { categoryKeys, isCategory } from '../categories.ts'
import { CopyDialog } from '../components/copy-dialog.tsx'
import { CrowdPanel } from '../components/crowd-panel.tsx'
import { ImportDialog } from '../components/import-dialog.tsx'
import { JobsPanel } from '../components/jobs-panel.tsx'
import { NewVersionDialog } from '../components/new-version-dialog.tsx'
import { QualityPanel } from '../components/quality-panel.tsx'
import { type RowsPanelHandle, RowsPanel } from '../components/rows-panel.tsx'
import { SettingsPanel } from '../components/settings-panel.tsx'
import { StoreExportDialog } from '../components/store-export-dialog.tsx'
import { TurnsPanel } from '../components/turns-panel.tsx'
import { VersionsPanel } from '../components/versions-panel.tsx'
import { type Dataset, datasetQuery, refreshDatasets } from '../dataset.queries.ts'
import { storagesQuery } from '../storage.queries.ts'

const exportFormats = [
  { format: FileFormat.csv, key: 'csv' },
  { format: FileFormat.jsonl, key: 'jsonl' },
  { format: FileFormat.xlsx, key: 'xlsx' },
  { format: FileFormat.parquet, key: 'parquet' },
  { format: FileFormat.zip, key: 'zip' },
] as const
const from = '/signed/space/$space_id/evaluate/datasets/$dataset_id'

/** A dataset: its rows, its versions and its settings. */
export function DatasetPage() {
  const t = useT('dataset')
  const { dataset_id: id, space_id: spaceId } = useParams({ from })
  const query = useQuery(datasetQuery(id))
  return (
    <QueryPage
      query={query}
      failed={t('page.failed')}
      missing={t('page.missing')}
      back={
        <Link to="/space/$space_id/evaluate/datasets" params={{ space_id: spaceId }} className={buttonStyle('plain')}>
          {t('page.back')}
        </Link>
      }
    >
      {(dataset) => <Detail key={id} dataset={dataset} />}
    </QueryPage>
  )
}

function Detail({ dataset }: { dataset: Dataset }) {
  const t = useT('dataset')
  const { tab = 'rows', version = '' } = useSearch({ from })
  const navigate = useNavigate({ from: '/space/$space_id/evaluate/datasets/$dataset_id' })
  const mayEdit = mayInSpace(useSpace(), 'createResource')
  const [isSaving, setSaving] = useState(false)
  const [isImporting, setImporting] = useState(false)
  const [isCopying, setCopying] = useState(false)
  const [isStoring, setStoring] = useState(false)
  const hasStores = (useQuery(storagesQuery(dataset.spaceID)).data ?? []).length > 0
  const rows = useRef<RowsPanelHandle>(null)
  const { id, spaceID, name } = dataset
  usePageTitle(name)
  useEffect(
    () => rememberRecent(spaceID, { id, kind: 'dataset', name, href: datasetLink(spaceID, id) }),
    [id, spaceID, name],
  )
  const toJobs = () => {
    setImporting(false)
    setStoring(false)
    void navigate({ search: { tab: 'jobs' } })
  }
  const write = useMutation({
    mutationFn: (format: (typeof exportFormats)[number]['format']) =>
      api.datasetIo.export({ spaceID, datasetID: id, versionID: version || undefined, target: { file: { format } } }),
    onSuccess: async () => {
      await refreshDatasets()
      toJobs()
    },
  })
  const isMultiTurn = dataset.features.repeatedData
  const facts = [
    t('page.rows', { count: Number(dataset.itemCount), rows: formatNumber(Number(dataset.itemCount)) }),
    dataset.latestVersion ? t('page.latest', { version: dataset.latestVersion }) : t('list.noVersion'),
    dataset.changeUncommitted && dataset.latestVersion ? t('page.changed') : '',
  ]
  return (
    <div className="flex min-h-0 flex-1 flex-col bg-card">
      <TitleBar
        back={<Link to="/space/$space_id/evaluate/datasets" params={{ space_id: spaceID }} />}
        tile={<TypeTile kind="dataset" size={36} />}
        title={name}
        beside={
          <>
            {isCategory(dataset.category) && <Tag>{t(`category.${categoryKeys[dataset.category]}`)}</Tag>}
            {isMultiTurn && <Tag>{t('turns.multi')}</Tag>}
          </>
        }
        note={facts.filter(Boolean).join(' · ')}
        actions={
          tab === 'rows' && (
            <>
              <Menu
                trigger={
                  <Button icon={Download} busy={write.isPending}>
                    {t('export.action')}
                  </Button>
                }
              >
                {exportFormats.map(({ format, key }) => (
                  <MenuItem key={key} onClick={() => write.mutate(format)}>
                    {t(`jobs.format.${key}`)}
                  </MenuItem>
                ))}
                {mayEdit && (
                  <>
                    <MenuLine />
                    <MenuItem onClick={() => setCopying(true)}>{t('copy.menu')}</MenuItem>
                    {hasStores && <MenuItem onClick={() => setStoring(true)}>{t('storage.exportMenu')}</MenuItem>}
                  </>
                )}
              </Menu>
              {mayEdit && !version && (
                <>
                  <Button icon={FileUp} onClick={() => setImporting(true)}>
                    {t('import.action')}
                  </Button>
                  <Button
                    icon={GitCommitVertical}
                    disabled={!dataset.changeUncommitted}
                    onClick={() => setSaving(true)}
                  >
                    {t('version.create')}
                  </Button>
                  <Button kind="solid" icon={Plus} onClick={() => rows.current?.add()}>
                    {t('rows.add')}
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
          onChange={(next) => void navigate({ search: { tab: next === 'rows' ? undefined : next } })}
          items={[
            { value: 'rows', label: t('tab.rows'), count: Number(dataset.itemCount) },
            { value: 'versions', label: t('tab.versions') },
            { value: 'jobs', label: t('tab.jobs') },
            { value: 'quality', label: t('tab.quality') },
            { value: 'crowd', label: t('tab.crowd') },
            { value: 'settings', label: t('tab.settings') },
          ]}
        />
        {tab === 'rows' &&
          (isMultiTurn ? (
            <TurnsPanel key={version} handle={rows} dataset={dataset} versionId={version} mayEdit={mayEdit} />
          ) : (
            <RowsPanel
              // Changed fields need a new grid.
              key={`${version}/${dataset.schemaID}/${dataset.schema.fields.length}`}
              handle={rows}
              dataset={dataset}
              versionId={version}
              mayEdit={mayEdit}
            />
          ))}
        {tab === 'versions' && <VersionsPanel dataset={dataset} mayEdit={mayEdit} />}
        {tab === 'jobs' && <JobsPanel dataset={dataset} mayEdit={mayEdit} />}
        {tab === 'quality' && <QualityPanel dataset={dataset} mayEdit={mayEdit} />}
        {tab === 'crowd' && <CrowdPanel dataset={dataset} mayEdit={mayEdit} />}
        {tab === 'settings' && <SettingsPanel key={dataset.schemaID} dataset={dataset} mayEdit={mayEdit} />}
      </div>
      {isImporting && <ImportDialog dataset={dataset} onStarted={toJobs} onClose={() => setImporting(false)} />}
      {isCopying && <CopyDialog dataset={dataset} versionId={version} onClose={() => setCopying(false)} />}
      {isStoring && (
        <StoreExportDialog dataset={dataset} versionId={version} onStarted={toJobs} onClose={() => setStoring(false)} />
      )}
      {isSaving && <NewVersionDialog dataset={dataset} onClose={() => setSaving(false)} />}
    </div>
  )
}
