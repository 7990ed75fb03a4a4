import { CaptionType, KNOWLEDGE_LIMITS } from '@orrery/contract/shared/knowledge-enums'
import { PenLine, Sparkles } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { RadioGroup } from '#ui/radio-group.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { ModelNeeded } from '#domains/chat/model/index.ts'
import type { EditorSearch } from '../base-address.ts'
import type { Base } from '../knowledge.queries.ts'
import { FileList } from './file-list.tsx'
import { ProgressList } from './progress-list.tsx'
import { nameOf } from './upload-state.ts'
import { useFiles } from './use-files.ts'
import { useImport } from './use-import.ts'
import { finishLabel, WizardColumn, WizardFrame } from './wizard-frame.tsx'

interface ImageWizardProps {
  base: Base
  search: EditorSearch
  onDone: () => void
}

/** Imports pictures into an image base, with captions that a model generates or that are typed here. */
export function ImageWizard({ base, search, onDone }: ImageWizardProps) {
  const t = useT('knowledge')
  const [step, setStep] = useState(0)
  const [kind, setKind] = useState<'automatic' | 'manual'>('automatic')
  const files = useFiles()
  const importing = useImport()
  const start = () =>
    importing.mutate(
      {
        dataset_id: base.dataset_id,
        format_type: base.format_type,
        chunk_strategy: { caption_type: CaptionType[kind] },
        document_bases: files.ready.map((item) => ({
          name: nameOf(item.file.name).slice(0, KNOWLEDGE_LIMITS.documentName),
          source_info: { tos_uri: item.state.result!.uri },
          caption: kind === 'manual' ? item.caption.trim() : '',
        })),
      },
      { onSuccess: () => setStep(2) },
    )
  const nexts = [
    { label: t('upload.next'), ready: files.ready.length > 0 && !files.isBusy, onClick: () => setStep(1) },
    { label: t('upload.start'), ready: files.ready.length > 0, busy: importing.isPending, onClick: start },
    { label: finishLabel(t, search), ready: true, onClick: onDone },
  ]
  return (
    <WizardFrame
      base={base}
      search={search}
      names={[t('steps.files'), t('steps.captions'), t('steps.processing')]}
      step={step}
      onBack={step === 1 ? () => setStep(0) : undefined}
      next={nexts[step]}
    >
      <WizardColumn>
        {step === 0 && <FileList files={files} format="image" most={100} />}
        {step === 1 && (
          <div className="flex flex-col gap-4">
            <div className="bg-card">
              <RadioGroup
                label={t('steps.captions')}
                value={kind}
                onChange={setKind}
                items={[
                  {
                    value: 'automatic',
                    label: t('captions.automatic'),
                    description: t('captions.automaticText'),
                    icon: Sparkles,
                  },
                  {
                    value: 'manual',
                    label: t('captions.manual'),
                    description: t('captions.manualText'),
                    icon: PenLine,
                  },
                ]}
              />
            </div>
            {kind === 'automatic' && <ModelNeeded spaceId={base.space_id} />}
            {kind === 'manual' && (
              <ul className="flex flex-col gap-3">
                {files.ready.map((item) => (
                  <li key={item.id} className="flex gap-3 rounded-lg border border-line bg-card p-3">
                    <Thumb file={item.file} />
                    <Textarea
                      rows={3}
                      aria-label={t('captions.of', { name: item.file.name })}
                      placeholder={t('photos.captionHelp')}
                      limit={KNOWLEDGE_LIMITS.caption}
                      value={item.caption}
                      onChange={(event) => files.setCaption(item.id, event.target.value)}
                    />
                  </li>
                ))}
              </ul>
            )}
            {importing.error && <ErrorPanel error={importing.error} />}
          </div>
        )}
        {step === 2 && <ProgressList datasetId={base.dataset_id} documents={importing.data} />}
      </WizardColumn>
    </WizardFrame>
  )
}

/** Shows the local file. Its object URL is revoked when the row is unmounted. */
function Thumb({ file }: { file: File }) {
  const [url] = useState(() => URL.createObjectURL(file))
  useEffect(() => () => URL.revokeObjectURL(url), [url])
  return <img src={url} alt={file.name} className="size-20 shrink-0 rounded-md object-cover" />
}
