import { DocumentSource, KNOWLEDGE_LIMITS } from '@orrery/contract/shared/knowledge-enums'
import { useMemo, useState } from 'react'
import { formatBytes } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { useStored } from '#lib/local-store.ts'
import { ErrorPanel } from '#ui/error-panel.tsx'
import type { EditorSearch } from '../base-address.ts'
import { firstStrategy, readPages } from '../chunk-rules.ts'
import type { UpdateRule } from '../components/update-rule-fields.tsx'
import type { Base } from '../knowledge.queries.ts'
import { AccountPicker } from './account-picker.tsx'
import { FileList } from './file-list.tsx'
import { ProgressList } from './progress-list.tsx'
import { type SegmentSettings, SegmentStep } from './segment-step.tsx'
import { SourceStep } from './source-step.tsx'
import { nameOf, readSource, type SourceKind } from './upload-state.ts'
import { useImport } from './use-import.ts'
import { useTextSource } from './use-text-source.ts'
import { WebList } from './web-list.tsx'
import { finishLabel, WizardColumn, WizardFrame } from './wizard-frame.tsx'
import { WrittenFields } from './written-fields.tsx'

const documentSources = {
  local: DocumentSource.file,
  web: DocumentSource.web,
  account: DocumentSource.thirdParty,
  custom: DocumentSource.file,
}

interface TextWizardProps {
  base: Base
  search: EditorSearch & { type?: string }
  onDone: () => void
}

/** Imports files, web pages or typed text into a text base. */
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
  const content = useTextSource(source)
  const importing = useImport()
  const { items } = content
  const { chunk, ocr, pages, model } = settings
  const skipPages = useMemo(() => readPages(pages) ?? [], [pages])
  const previewRule = useMemo(() => ({ chunk, ocr, skipPages }), [chunk, ocr, skipPages])
  const changeSettings = (next: SegmentSettings) => {
    setSettings(next)
    // A changed rule segments again, so edits of the old slices are lost.
    if (next.chunk !== chunk || next.ocr !== ocr || next.pages !== pages) setEdited({})
  }
  const start = () =>
    importing.mutate(
      {
        dataset_id: base.dataset_id,
        format_type: base.format_type,
        chunk_strategy: chunk,
        parsing_strategy: { image_ocr: ocr },
        ...(model && model !== base.embedding_model && { index_strategy: { model } }),
        document_bases: items.map((item) => ({
          name: (source === 'web' ? item.name : nameOf(item.name)).slice(0, KNOWLEDGE_LIMITS.documentName),
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
      ready: content.isChosen,
      onClick: () => {
        if (source === 'custom') content.uploadWritten()
        setStep(2)
      },
    },
    {
      label: t('upload.start'),
      ready: content.hasItems && readPages(pages) !== null,
      busy: importing.isPending,
      onClick: start,
    },
    { label: finishLabel(t, search), ready: true, onClick: onDone },
  ]
  const size = items.reduce((sum, item) => sum + item.size, 0)
  const summary = t(size ? 'upload.summary' : 'upload.sources', { count: items.length, size: formatBytes(size) })
  return (
    <WizardFrame
      base={base}
      search={search}
      names={[t('steps.source'), t(`steps.of.${source}`), t('steps.segment'), t('steps.processing')]}
      step={step}
      note={step === 2 ? summary : step === 3 ? t('processing.note') : undefined}
      onBack={step === 1 || step === 2 ? () => setStep(step - 1) : undefined}
      next={nexts[step]}
    >
      {step === 2 ? (
        <>
          {importing.error && <ErrorPanel error={importing.error} className="m-4" />}
          <SegmentStep
            base={base}
            items={items}
            value={settings}
            rule={previewRule}
            onChange={changeSettings}
            onEdited={(key, reviewId) => setEdited({ ...edited, [key]: reviewId })}
          />
        </>
      ) : (
        <WizardColumn key={step}>
          {step === 0 && <SourceStep value={source} onChange={setSource} />}
          {step === 1 && <ContentStep source={source} content={content} rule={rule} onRule={setRule} />}
          {step === 3 && <ProgressList datasetId={base.dataset_id} documents={importing.data} />}
        </WizardColumn>
      )}
    </WizardFrame>
  )
}

interface ContentStepProps {
  source: SourceKind
  content: ReturnType<typeof useTextSource>
  rule: UpdateRule
  onRule: (rule: UpdateRule) => void
}

function ContentStep({ source, content, rule, onRule }: ContentStepProps) {
  if (source === 'local') return <FileList files={content.files} format="text" most={KNOWLEDGE_LIMITS.documents} />
  if (source === 'web') return <WebList webs={content.webs} rule={rule} onRule={onRule} />
  if (source === 'account') return <AccountPicker files={content.remote} format="text" />
  return <WrittenFields value={content.written} onChange={content.setWritten} />
}
