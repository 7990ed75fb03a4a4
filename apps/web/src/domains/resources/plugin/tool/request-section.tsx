import { ApiMethod, ParameterLocation } from '@orrery/contract/shared/plugin-enums'
import { useMutation } from '@tanstack/react-query'
import { Braces, Plus, WandSparkles } from 'lucide-react'
import { useId, useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast-store.ts'
import { ParamTable } from './param-table.tsx'
import { countOf, fromNodes, newNode, type ParamNode, requiredOf, toNodes } from './param-tree.ts'
import { PasteDialog } from './paste-dialog.tsx'
import { SectionHead } from './section-head.tsx'
import type { ToolDraft } from './tool-draft.ts'

interface RequestSectionProps {
  pluginId: string
  draft: ToolDraft
  isCode: boolean
  isReadOnly: boolean
  onChange: (request: ParamNode[]) => void
}

/** The input parameters. */
export function RequestSection({ pluginId, draft, isCode, isReadOnly, onChange }: RequestSectionProps) {
  const t = useT('plugin')
  const id = useId()
  const [isPasting, setPasting] = useState(false)
  const { request } = draft
  const location = isCode
    ? undefined
    : draft.method === ApiMethod.GET || draft.method === ApiMethod.DELETE
      ? ParameterLocation.query
      : ParameterLocation.body
  const placed = (node: ParamNode): ParamNode => (location === undefined ? node : { ...node, location })
  const describe = useMutation({
    mutationFn: () =>
      api.pluginTool.optimizeParams({ plugin_id: pluginId, request_params: fromNodes(request), api_desc: draft.desc }),
    onSuccess: ({ request_params: better }) => {
      onChange(toNodes(better))
      toast.info(t('params.described'), { action: { label: t('undo'), onClick: () => onChange(request) } })
    },
    onError: (error) => toast.error(t('tool.desc.failed'), { error }),
  })
  const add = (made: readonly ParamNode[]) => {
    const known = new Set(request.map((node) => node.name))
    onChange([...request, ...made.filter((node) => !known.has(node.name)).map(placed)])
  }
  return (
    <section aria-labelledby={id}>
      <SectionHead
        id={id}
        title={t('request.title')}
        note={t('request.note', { count: countOf(request), required: requiredOf(request) })}
      >
        {!isReadOnly && (
          <>
            {request.length > 0 && (
              <Button
                size="sm"
                kind="quiet"
                icon={WandSparkles}
                busy={describe.isPending}
                onClick={() => describe.mutate()}
              >
                {t('params.describe')}
              </Button>
            )}
            <Button size="sm" kind="quiet" icon={Braces} onClick={() => setPasting(true)}>
              {t('params.paste')}
            </Button>
            <Button size="sm" kind="quiet" icon={Plus} onClick={() => onChange([...request, placed(newNode())])}>
              {t('params.add')}
            </Button>
          </>
        )}
      </SectionHead>
      <ParamTable
        kind="request"
        label={t('request.title')}
        nodes={request}
        onChange={onChange}
        isReadOnly={isReadOnly}
        hasPlaces={!isCode}
      />
      {isPasting && <PasteDialog onClose={() => setPasting(false)} onPaste={add} />}
    </section>
  )
}
