import { type BlockInput, type FieldOf, fileType, readPath, typeOnly, writePath } from '@orrery/engine/describe'
import { useT } from '#lib/i18n.ts'
import { Select } from '#ui/select.tsx'
import { ValueInput } from '../../scope/value-input.tsx'
import { useNodeForm } from '../form-context.tsx'
import { useEmbeddedMentions } from '../text/use-mentions.ts'
import { usePath } from '../use-path.ts'
import { Pairs } from './http-pairs-field.tsx'
import { PromptBox } from './prompt-field.tsx'

const bodies = ['EMPTY', 'JSON', 'RAW_TEXT', 'FORM_DATA', 'FORM_URLENCODED', 'BINARY'] as const
type BodyKind = (typeof bodies)[number]

/** The body of the request, by content type. */
export function BodyField({ field }: { field: FieldOf<'body'> }) {
  const t = useT('workflow-node')
  const { scope, isReadOnly } = useNodeForm()
  const [raw, set] = usePath(field.path)
  const body = (raw ?? {}) as { bodyType?: BodyKind; bodyData?: Record<string, unknown> }
  const { mentions, read } = useEmbeddedMentions()
  const kind = body.bodyType ?? 'EMPTY'
  const file = readPath(body, 'bodyData.binary.fileURL') as BlockInput | undefined
  const text = (key: 'json' | 'rawText') => (
    <PromptBox
      label={t(`http.body.${kind}`)}
      isCode
      rows={5}
      value={String(body.bodyData?.[key] ?? '')}
      onChange={(next) => set({ ...body, bodyData: { ...body.bodyData, [key]: next } }, key)}
      mentions={mentions}
      read={read}
      isReadOnly={isReadOnly}
    />
  )
  return (
    <div className="flex flex-col gap-2">
      <Select
        size="sm"
        label={t('http.body')}
        disabled={isReadOnly}
        items={bodies.map((value) => ({ value, label: t(`http.body.${value}`) }))}
        value={kind}
        onChange={(bodyType) => set({ ...body, bodyType })}
      />
      {kind === 'JSON' && text('json')}
      {kind === 'RAW_TEXT' && text('rawText')}
      {kind === 'FORM_DATA' && <Pairs path={`${field.path}.bodyData.formData.data`} withFiles />}
      {kind === 'FORM_URLENCODED' && <Pairs path={`${field.path}.bodyData.formURLEncoded`} />}
      {kind === 'BINARY' && (
        <ValueInput
          label={t('http.file')}
          name={t('http.file')}
          scope={scope}
          value={file}
          type={typeOnly(file?.assistType ? file : fileType)}
          disabled={isReadOnly}
          onChange={(next) => set(writePath(body, 'bodyData.binary.fileURL', next), 'file')}
        />
      )}
    </div>
  )
}
