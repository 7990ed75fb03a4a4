import {
  type BlockInput,
  type FieldOf,
  fileType,
  literal,
  type Param,
  readPath,
  typeOnly,
  writePath,
} from '@orrery/engine/describe'
import { Minus, Terminal } from 'lucide-react'
import { useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Input } from '#ui/input.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Select } from '#ui/select.tsx'
import { Switch } from '#ui/switch.tsx'
import { ValueInput } from '../../scope/value-input.tsx'
import { useNodeForm } from '../form-context.tsx'
import { AddRow } from '../parts/add-row.tsx'
import { CurlImport } from '../parts/curl-import.tsx'
import { Labelled } from '../parts/labelled.tsx'
import { useEmbeddedMentions } from '../text/use-mentions.ts'
import { useList, usePath } from '../use-path.ts'
import { PromptBox } from './prompt-field.tsx'

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'] as const

/** Method and address; the address may hold values of nodes before this one. */
export function RequestField({ field }: { field: FieldOf<'request'> }) {
  const t = useT('workflow-node')
  const { isReadOnly, gaps } = useNodeForm()
  const [raw, set] = usePath(field.path)
  const [isImporting, setImporting] = useState(false)
  const info = (raw ?? {}) as { method?: string; url?: string }
  const { mentions, read } = useEmbeddedMentions()
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-center justify-between gap-2">
        <Select
          size="sm"
          label={t('http.method')}
          disabled={isReadOnly}
          items={methods.map((value) => ({ value, label: value }))}
          value={(info.method ?? 'GET') as (typeof methods)[number]}
          onChange={(method) => set({ ...info, method })}
          className="w-28"
        />
        {!isReadOnly && (
          <Button kind="ghost" size="sm" icon={Terminal} onClick={() => setImporting(true)}>
            {t('http.curl')}
          </Button>
        )}
      </div>
      <PromptBox
        label={t('http.url')}
        isCode
        rows={1}
        required
        value={info.url ?? ''}
        onChange={(url) => set({ ...info, url: url.replaceAll('\n', '') }, 'url')}
        mentions={mentions}
        read={read}
        isReadOnly={isReadOnly}
        invalid={gaps.some((gap) => gap.field === field.id)}
      />
      {isImporting && <CurlImport onClose={() => setImporting(false)} />}
    </div>
  )
}

/** Names with values: headers, query parameters, parts of a form. */
export function PairsField({ field }: { field: FieldOf<'pairs'> }) {
  return <Pairs path={field.path} />
}

function Pairs({ path, withFiles = false }: { path: string; withFiles?: boolean }) {
  const t = useT('workflow-node')
  const { scope, isReadOnly } = useNodeForm()
  const { list, replace, add, remove } = useList<Param>(path)
  return (
    <div className="flex flex-col gap-1">
      {list.map((item, place) => {
        const name = item.name || String(place + 1)
        const isFile = item.input?.assistType === 1
        return (
          // oxlint-disable-next-line react/no-array-index-key -- names change while they are typed
          <div key={place} className="flex items-start gap-1">
            <Input
              size="sm"
              mono
              aria-label={t('inputs.name', { place: place + 1 })}
              aria-invalid={item.name ? undefined : true}
              placeholder={t('http.name')}
              value={item.name ?? ''}
              disabled={isReadOnly}
              onChange={(event) => replace(place, { ...item, name: event.target.value }, 'name')}
              className="w-28 shrink-0"
            />
            <div className="min-w-0 flex-1">
              <ValueInput
                label={t('http.value', { name })}
                name={name}
                scope={scope}
                value={item.input}
                type={isFile ? fileType : { type: 'string' }}
                disabled={isReadOnly}
                onChange={(input) => replace(place, { ...item, input }, 'value')}
              />
            </div>
            {withFiles && (
              <Select
                size="sm"
                label={t('http.partKind', { name })}
                disabled={isReadOnly}
                items={[
                  { value: 'text', label: t('http.asText') },
                  { value: 'file', label: t('http.isFile') },
                ]}
                value={isFile ? 'file' : 'text'}
                onChange={(kind) =>
                  replace(place, { ...item, input: literal(kind === 'file' ? fileType : 'string', '') })
                }
                className="w-20 shrink-0"
              />
            )}
            {!isReadOnly && (
              <IconButton icon={Minus} label={t('http.remove', { name })} onClick={() => remove(place)} />
            )}
          </div>
        )
      })}
      <AddRow
        label={t('http.add')}
        disabled={isReadOnly}
        onAdd={() => add({ name: '', input: literal('string', '') })}
      />
    </div>
  )
}

interface Auth {
  authOpen?: boolean
  authType?: string
  authData?: { bearerTokenData?: Param[]; customData?: { addTo?: string; data?: Param[] } }
}

/** A token or a key that goes with the request. */
export function AuthField({ field }: { field: FieldOf<'auth'> }) {
  const t = useT('workflow-node')
  const { isReadOnly } = useNodeForm()
  const [raw, set] = usePath(field.path)
  const auth = (raw ?? {}) as Auth
  const isCustom = auth.authType === 'CUSTOM_AUTH'
  const custom = auth.authData?.customData
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-center justify-between gap-3">
        <span>{t('http.auth')}</span>
        <Switch
          label={t('http.auth')}
          checked={auth.authOpen === true}
          disabled={isReadOnly}
          onChange={(authOpen) => set({ authType: 'BEARER_AUTH', ...auth, authOpen })}
        />
      </div>
      {auth.authOpen && (
        <>
          <Segmented
            wide
            size="sm"
            label={t('http.authKind')}
            disabled={isReadOnly}
            items={[
              { value: 'BEARER_AUTH', label: t('http.bearer') },
              { value: 'CUSTOM_AUTH', label: t('http.custom') },
            ]}
            value={isCustom ? 'CUSTOM_AUTH' : 'BEARER_AUTH'}
            onChange={(authType) => set({ ...auth, authType })}
          />
          {isCustom ? (
            <>
              <AuthValue path={`${field.path}.authData.customData.data`} place={0} name="Key" label={t('http.key')} />
              <AuthValue
                path={`${field.path}.authData.customData.data`}
                place={1}
                name="Value"
                label={t('http.keyValue')}
              />
              <Labelled label={t('http.addTo')} inline>
                <Segmented
                  size="sm"
                  label={t('http.addTo')}
                  disabled={isReadOnly}
                  items={[
                    { value: 'header', label: t('http.header') },
                    { value: 'query', label: t('http.query') },
                  ]}
                  value={custom?.addTo === 'query' ? 'query' : 'header'}
                  onChange={(addTo) =>
                    set({ ...auth, authData: { ...auth.authData, customData: { ...custom, addTo } } })
                  }
                />
              </Labelled>
            </>
          ) : (
            <AuthValue path={`${field.path}.authData.bearerTokenData`} place={0} name="token" label={t('http.token')} />
          )}
        </>
      )}
    </div>
  )
}

function AuthValue({ path, place, name, label }: { path: string; place: number; name: string; label: string }) {
  const { scope, isReadOnly, change, data } = useNodeForm()
  const list = (readPath(data, path) ?? []) as Param[]
  const write = (input: BlockInput) =>
    change((before) => {
      const now = [...((readPath(before, path) ?? []) as Param[])]
      while (now.length <= place) now.push({ name: ['Key', 'Value'][now.length] ?? name, input: literal('string', '') })
      now[place] = { ...now[place], name, input }
      return writePath(before, path, now)
    }, `${path}/${name}`)
  return (
    <Labelled label={label}>
      <ValueInput
        label={label}
        name={label}
        scope={scope}
        value={list[place]?.input}
        type={{ type: 'string' }}
        disabled={isReadOnly}
        onChange={write}
      />
    </Labelled>
  )
}

const bodies = ['EMPTY', 'JSON', 'RAW_TEXT', 'FORM_DATA', 'FORM_URLENCODED', 'BINARY'] as const
type BodyKind = (typeof bodies)[number]

/** What is sent besides the address. */
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
