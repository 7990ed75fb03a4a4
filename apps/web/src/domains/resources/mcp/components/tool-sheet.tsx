import { useMutation } from '@tanstack/react-query'
import { Play } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { api } from '#lib/api.ts'
import { formatDuration } from '#lib/format.ts'
import { useDataTypeName } from '#lib/data-types.ts'
import { useT } from '#lib/i18n.ts'
import { useNarrow } from '#lib/viewport.ts'
import { Button } from '#ui/button.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { JsonView } from '#ui/json-view.tsx'
import { RunState } from '#ui/run-state.tsx'
import { SheetSection, SideSheet } from '#ui/side-sheet.tsx'
import type { McpPoint, McpServer, McpTool } from '../mcp.queries.ts'
import { readArguments, readSchema, type Texts } from '../schema-fields.ts'
import { SchemaInput } from './schema-input.tsx'

interface ToolSheetProps {
  server: McpServer
  point: McpPoint
  tool: McpTool
  onClose: () => void
}

/** Calls a tool once with the filled-in arguments. */
export function ToolSheet({ server, point, tool, onClose }: ToolSheetProps) {
  const t = useT('mcp')
  const typeName = useDataTypeName()
  const isNarrow = useNarrow()
  const fields = readSchema(tool.input_schema)
  const [texts, setTexts] = useState<Texts>({})
  const [asked, setAsked] = useState<Texts>({})
  const [wrong, setWrong] = useState<{ name: string; why: 'missing' | 'number' | 'json' } | null>(null)
  const headers = point.config.dynamic_headers
  const params = point.config.dynamic_params
  const run = useMutation({
    mutationFn: async (args: Record<string, unknown>) => {
      const began = performance.now()
      const pick = (list: readonly { key: string }[]) =>
        Object.fromEntries(list.flatMap(({ key }) => (asked[key] ? [[key, asked[key]]] : [])))
      const answer = await api.mcp.debug({
        mcp_server_id: server.id,
        access_point_id: point.id,
        tool_name: tool.name,
        parameters: JSON.stringify(args),
        dynamic_headers: pick(headers),
        dynamic_params: pick(params),
      })
      return { ...answer, took: performance.now() - began }
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const read = readArguments(fields, texts)
    setWrong('wrong' in read ? { name: read.wrong, why: read.why } : null)
    if ('args' in read && !run.isPending) run.mutate(read.args)
  }
  return (
    <SideSheet
      kind="mcp-tool"
      title={<span className="font-mono">{tool.name}</span>}
      caption={server.name}
      width={460}
      // A phone has no space beside the page.
      place={isNarrow ? 'over' : 'beside'}
      onClose={onClose}
    >
      <SheetSection>
        <p className="whitespace-pre-line text-mute">{tool.description || t('noDescription')}</p>
      </SheetSection>
      <form noValidate onSubmit={submit}>
        <SheetSection title={t('tool.try')}>
          <div className="flex flex-col gap-3">
            {fields.length === 0 && <p className="text-small text-mute">{t('tool.takesNothing')}</p>}
            {fields.map((field) => (
              <Field
                key={field.name}
                label={<span className="font-mono text-code">{field.name}</span>}
                aside={<span className="font-mono text-code-caption">{typeName(field.type)}</span>}
                required={field.isRequired}
                help={field.description || undefined}
                error={wrong?.name === field.name ? t(`wrong.${wrong.why}`) : undefined}
              >
                <SchemaInput
                  field={field}
                  value={texts[field.name] ?? field.first}
                  onChange={(text) => setTexts({ ...texts, [field.name]: text })}
                />
              </Field>
            ))}
            {[...headers, ...params].map(({ key }) => (
              <Field key={key} label={<span className="font-mono text-code">{key}</span>} help={t('tool.asked')}>
                <Input
                  mono
                  size="sm"
                  value={asked[key] ?? ''}
                  onChange={(event) => setAsked({ ...asked, [key]: event.target.value })}
                />
              </Field>
            ))}
            <Button type="submit" kind="solid" icon={Play} busy={run.isPending} className="self-end">
              {t('tool.run')}
            </Button>
          </div>
        </SheetSection>
      </form>
      {run.error && (
        <SheetSection>
          <ErrorPanel error={run.error} />
        </SheetSection>
      )}
      {run.data && (
        <SheetSection
          title={t('tool.answer')}
          tools={
            <RunState
              state={run.data.is_error ? 'failed' : 'done'}
              text={run.data.is_error ? t('tool.failed') : formatDuration(run.data.took)}
            />
          }
        >
          <div className="flex flex-col gap-2">
            {run.data.contents.map((part, index) =>
              part.type === 'image' && part.text.startsWith('data:image/') ? (
                <img
                  key={index}
                  src={part.text}
                  alt={t('tool.picture')}
                  className="max-h-60 self-start rounded-md border border-line"
                />
              ) : (
                <JsonView
                  key={index}
                  label={part.type}
                  text={part.text}
                  isFailed={run.data.is_error}
                  maxHeight="24rem"
                />
              ),
            )}
          </div>
        </SheetSection>
      )}
    </SideSheet>
  )
}
