import { DocumentSource } from '@orrery/contract/shared/knowledge-enums'
import { FileUp, Globe, HardDrive, PenLine } from 'lucide-react'
import { useMemo, useState } from 'react'
import { formatBytes } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { useStored } from '#lib/local-store.ts'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { RadioGroup } from '#ui/radio-group.tsx'
import { Textarea } from '#ui/textarea.tsx'
import type { EditorSearch } from '../base-address.ts'
import { firstStrategy, readPages } from '../chunk-rules.ts'
import type { UpdateRule } from '../components/update-rule-fields.tsx'
import type { Base } from '../knowledge.queries.ts'
import { AccountPicker } from './account-picker.tsx'
import { FileList } from './file-list.tsx'
import { ProgressList } from './progress-list.tsx'
import { type SegmentSettings, SegmentStep } from './segment-step.tsx'
import { type ImportItem, nameOf, readSource, type SourceKind, sources } from './upload-state.ts'
import { useAccountFiles } from './use-account-files.ts'
import { useFiles } from './use-files.ts'
import { useImport } from './use-import.ts'
import { useWebs } from './use-webs.ts'
import { WebList } from './web-list.tsx'
import { WizardFrame } from './wizard-frame.tsx'

const icons = { local: FileUp, web: Globe, account: HardDrive, custom: PenLine }
const documentSources = {
  local: DocumentSource.file,
  web: DocumentSource.web,
  account: DocumentSource.thirdParty,
  custom: DocumentSource.file,
}
const column = 'mx-auto w-full max-w-180 min-h-0 flex-1 overflow-y-auto p-6'

interface TextWizardProps {
  base: Base
  search: EditorSearch & { type?: string }
  onDone: () => void
}

/** Files, web pages or written text on their way into a text base. */
export function TextWizard({ base, search, onDone }: TextWizardProps) {
  const t = useT('knowledge')
  const given = readSource(search.type)
  const [source, setSource] = useState<SourceKind>(given ?? 'local')
  const [step, setStep] = useState(given ? 1 : 0)
  const [settings, setSettings] = useStored<SegmentSettings>('knowledge.segment', {
    chunk: firstStrategy,
    ocr: false,
    pages: '',
    model: '',
  })
  const [rule, setRule] = useState<UpdateRule>({ type: 0, interval: 0 })
  const [edited, setEdited] = useState<Readonly<Record<string, string>>>({})
  const [written, setWritten] = useState({ name: '', text: '' })
  const files = useFiles()
  const webs = useWebs()
  const remote = useAccountFiles()
  const importing = useImport()
  const names = [t('steps.source'), t('steps.files'), t('steps.segment'), t('steps.processing')]
  const items = useMemo((): ImportItem[] => {
    if (source === 'web')
      return webs.ready.map((item) => ({
        key: item.id,
        name: item.title || item.url,
        size: 0,
        source: { web_id: item.id },
      }))
    if (source === 'account')
      return remote.picked.map((item) => ({
        key: item.file_id,
        name: item.file_name,
        size: 0,
        source: { source_file_id: item.file_id },
      }))
    return files.ready.map((item) => ({
      key: item.state.result!.uri,
      name: item.file.name,
      size: item.file.size,
      source: { tos_uri: item.state.result!.uri },
    }))
  }, [source, webs.ready, files.ready, remote.picked])
  const skipPages = useMemo(() => readPages(settings.pages) ?? [], [settings.pages])
  const { chunk, ocr } = settings
  const previewRule = useMemo(() => ({ chunk, ocr, skipPages }), [chunk, ocr, skipPages])
  const isWaiting = source === 'web' ? webs.isBusy : source !== 'account' && files.isBusy
  const isWritten = source === 'custom' && written.name.trim() !== '' && written.text.trim() !== ''

  /** Typed text becomes a file: same preview, same import. */
  const keepWritten = () => {
    for (const item of files.items) files.remove(item.id)
    files.add([new File([written.text], `${written.name.trim()}.md`, { type: 'text/markdown' })])
  }
  const start = () =>
    importing.mutate(
      {
        dataset_id: base.dataset_id,
        format_type: base.format_type,
        chunk_strategy: settings.chunk,
        parsing_strategy: { image_ocr: ocr },
        ...(settings.model && settings.model !== base.embedding_model && { index_strategy: { model: settings.model } }),
        document_bases: items.map((item) => ({
          name: (source === 'web' ? item.name : nameOf(item.name)).slice(0, 200),
          source_info: {
            ...item.source,
            document_source: documentSources[source],
            ...(edited[item.key] && { review_id: edited[item.key] }),
          },
          ...(skipPages.length > 0 && { filter_strategy: { filter_page: skipPages } }),
          ...(source === 'web' &&
            rule.type > 0 && {
              update_rule: { update_type: rule.type as 1 | 2, update_interval: rule.interval as 0 | 1 | 2 | 3 },
            }),
        })),
      },
      { onSuccess: () => setStep(3) },
    )
  const nexts = [
    { label: t('upload.next'), ready: true, onClick: () => setStep(1) },
    {
      label: t('upload.next'),
      ready: source === 'custom' ? isWritten : items.length > 0 && !isWaiting,
      onClick: () => {
        if (source === 'custom') keepWritten()
        setStep(2)
      },
    },
    {
      label: t('upload.start'),
      ready: items.length > 0 && !isWaiting && readPages(settings.pages) !== null,
      busy: importing.isPending,
      onClick: start,
    },
    { label: t('upload.finish'), ready: true, onClick: onDone },
  ]
  const size = items.reduce((sum, item) => sum + item.size, 0)
  return (
    <WizardFrame
      base={base}
      search={search}
      names={names}
      step={step}
      note={
        step === 2
          ? t(size ? 'upload.summary' : 'upload.sources', { count: items.length, size: formatBytes(size) })
          : step === 3
            ? t('processing.note')
            : undefined
      }
      onBack={step === 1 || step === 2 ? () => setStep(step - 1) : undefined}
      next={nexts[step]}
    >
      {step === 0 && (
        <div className={column}>
          <h2 className="mb-3 font-semibold">{t('source.title')}</h2>
          <div className="bg-card">
            <RadioGroup
              label={t('source.title')}
              value={source}
              onChange={setSource}
              items={sources.map((value) => ({
                value,
                label: t(`source.${value}`),
                description: t(`source.${value}Text`),
                icon: icons[value],
              }))}
            />
          </div>
        </div>
      )}
      {step === 1 && (
        <div className={column}>
          {source === 'local' ? (
            <FileList files={files} format="text" most={300} />
          ) : source === 'web' ? (
            <WebList webs={webs} rule={rule} onRule={setRule} />
          ) : source === 'account' ? (
            <AccountPicker files={remote} format="text" />
          ) : (
            <div className="flex flex-col gap-4">
              <Field label={t('written.name')} required>
                <Input
                  value={written.name}
                  limit={100}
                  onChange={(event) => setWritten({ ...written, name: event.target.value })}
                />
              </Field>
              <Field label={t('written.text')} help={t('written.help')} required>
                <Textarea
                  rows={14}
                  maxRows={24}
                  value={written.text}
                  onChange={(event) => setWritten({ ...written, text: event.target.value })}
                />
              </Field>
            </div>
          )}
        </div>
      )}
      {step === 2 && (
        <>
          {importing.error && <ErrorPanel error={importing.error} className="m-4" />}
          <SegmentStep
            base={base}
            items={items}
            value={settings}
            rule={previewRule}
            onChange={(next) => {
              setSettings(next)
              // A new rule segments again: edits made under the old one are dropped.
              if (next.chunk !== settings.chunk || next.ocr !== ocr || next.pages !== settings.pages) setEdited({})
            }}
            onEdited={(key, reviewId) => setEdited({ ...edited, [key]: reviewId })}
          />
        </>
      )}
      {step === 3 && (
        <div className={column}>
          <ProgressList
            datasetId={base.dataset_id}
            documentIds={importing.data?.map((item) => item.document_id) ?? []}
          />
        </div>
      )}
    </WizardFrame>
  )
}
