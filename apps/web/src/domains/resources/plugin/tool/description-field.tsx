import { PLUGIN_LIMITS } from '@orrery/contract/shared/plugin-enums'
import { useMutation } from '@tanstack/react-query'
import { WandSparkles } from 'lucide-react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast-store.ts'

interface DescriptionFieldProps {
  pluginId: string
  value: string
  isReadOnly: boolean
  onChange: (value: string) => void
}

/** The description by which a model decides whether to call the tool. */
export function DescriptionField({ pluginId, value, isReadOnly, onChange }: DescriptionFieldProps) {
  const t = useT('plugin')
  const write = useMutation({
    mutationFn: () => api.pluginTool.optimizeTool({ plugin_id: pluginId, api_desc: value }),
    onSuccess: ({ api_desc: better }) => {
      onChange(better)
      toast.info(t('tool.desc.written'), { action: { label: t('undo'), onClick: () => onChange(value) } })
    },
    onError: (error) => toast.error(t('tool.desc.failed'), { error }),
  })
  return (
    <div className="border-b border-line px-5 py-3">
      <div className="flex h-6 items-center justify-between">
        <label htmlFor="tool-description" className="text-small text-mute">
          {t('tool.desc.label')}
        </label>
        {!isReadOnly && (
          <Button
            size="xs"
            kind="ghost"
            icon={WandSparkles}
            disabled={value.trim() === ''}
            busy={write.isPending}
            onClick={() => write.mutate()}
          >
            {t('tool.desc.write')}
          </Button>
        )}
      </div>
      <textarea
        id="tool-description"
        value={value}
        readOnly={isReadOnly}
        rows={1}
        maxLength={PLUGIN_LIMITS.description}
        placeholder={isReadOnly ? t('tools.noDescription') : t('tool.desc.placeholder')}
        onChange={(event) => onChange(event.target.value)}
        className="-mx-1 field-sizing-content w-[calc(100%+0.5rem)] resize-none rounded-sm border border-transparent bg-transparent px-1 py-0.5 outline-none hover:border-line read-only:hover:border-transparent focus:border-focus"
      />
    </div>
  )
}
