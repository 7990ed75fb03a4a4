import { Lock, LockOpen } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import { Icon } from '#ui/icon.tsx'
import { Tag } from '#ui/tag.tsx'
import type { Group } from '../reference.ts'
import { DocsLink } from './docs-link.tsx'
import { MethodTag } from '#ui/method-tag.tsx'

/** All calls of one domain. */
export function GroupView({ group }: { group: Group }) {
  const t = useT('docs')
  return (
    <div className="min-h-0 min-w-0 flex-1 overflow-y-auto p-6 max-md:p-4">
      <div className="mx-auto max-w-220">
        <h1 className="text-figure font-semibold">{group.title}</h1>
        <p className="mt-1 mb-4 text-mute">{t('group.text', { count: group.operations.length })}</p>
        <ul className="border-t border-line">
          {group.operations.map((operation) => (
            <li key={operation.id} className="[content-visibility:auto] [contain-intrinsic-size:auto_3.25rem]">
              <DocsLink
                to={`${operation.domain}/${operation.name}`}
                className="flex min-h-13 items-center gap-3 border-b border-line px-2 py-2 hover:bg-page"
              >
                <MethodTag method={operation.method} className="w-10" />
                <span className="min-w-0 flex-1">
                  <span className="block truncate font-medium">{operation.summary}</span>
                  <code className="block truncate text-mute">{operation.path}</code>
                </span>
                {operation.scope && <Tag mono>{operation.scope}</Tag>}
                <Icon of={operation.access === 'public' ? LockOpen : Lock} size={14} className="shrink-0 text-faint" />
                <span className="sr-only">{operation.access === 'public' ? t('access.public') : t('access.user')}</span>
              </DocsLink>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
