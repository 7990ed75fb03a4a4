import { ApiMethod, AuthLocation, AuthType } from '@orrery/contract/shared/plugin-enums'
import { KeyRound } from 'lucide-react'
import { cn } from '#lib/class-names.ts'
import { useT } from '#lib/i18n.ts'
import { controlStyle } from '#ui/control-style.ts'
import { Icon } from '#ui/icon.tsx'
import { Select } from '#ui/select.tsx'
import { methodName, methodNames } from '../method-name.ts'
import type { PluginInfo } from '../plugin.queries.ts'
import { isPath } from '../tool-rules.ts'
import { withPathNodes } from './param-tree.ts'
import type { ToolDraft } from './tool-draft.ts'

interface AddressRowProps {
  info: PluginInfo
  draft: ToolDraft
  isReadOnly: boolean
  onChange: (change: Partial<ToolDraft>) => void
}

/** The URL of the request: the base URL of the plugin plus the path of this tool. */
export function AddressRow({ info, draft, isReadOnly, onChange }: AddressRowProps) {
  const t = useT('plugin')
  const { url } = info.meta_info
  const isBad = draft.path !== '' && !isPath(draft.path)
  return (
    <div className="flex items-center gap-3 border-b border-line px-5 py-3">
      <Select
        label={t('tool.method')}
        disabled={isReadOnly}
        items={methodNames.map((value) => ({ value, label: value }))}
        value={methodName(draft.method)}
        onChange={(method) => onChange({ method: ApiMethod[method] })}
        className="w-24 font-mono text-code font-semibold"
      />
      <label
        className={controlStyle(
          cn('flex h-8 min-w-0 flex-1 items-center px-2.5 font-mono text-code', isBad && 'border-err-solid'),
        )}
      >
        <span className="max-w-[60%] shrink-0 truncate text-mute" title={url}>
          {url}
        </span>
        <input
          aria-label={t('tool.path')}
          aria-invalid={isBad}
          title={isBad ? t('tool.path.rule') : undefined}
          value={draft.path}
          readOnly={isReadOnly}
          spellCheck={false}
          onChange={(event) => {
            const path = event.target.value
            onChange({ path, ...(isPath(path) && { request: withPathNodes(path, draft.request) }) })
          }}
          className="h-full min-w-0 flex-1 bg-transparent outline-none"
        />
      </label>
      <AuthNote info={info} />
    </div>
  )
}

function AuthNote({ info }: { info: PluginInfo }) {
  const t = useT('plugin')
  const {
    auth_type: [auth],
    location,
  } = info.meta_info
  const text =
    auth === AuthType.service
      ? t(location === AuthLocation.query ? 'auth.inQuery' : 'auth.inHeader')
      : auth === AuthType.oauth
        ? 'OAuth 2'
        : t('auth.none')
  return (
    <span className="flex shrink-0 items-center gap-1.5 text-small text-mute">
      <Icon of={KeyRound} size={14} />
      {text}
    </span>
  )
}
