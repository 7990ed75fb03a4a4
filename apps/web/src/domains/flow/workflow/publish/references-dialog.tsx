import { useQuery } from '@tanstack/react-query'
import { ArrowDownRight } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import { workflowLink } from '#lib/links.ts'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Icon } from '#ui/icon.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Tag } from '#ui/tag.tsx'
import type { TileKind } from '#lib/tile-kind.ts'
import { TypeTile } from '#ui/type-tile.tsx'
import { useEditor } from '../document/editor-context.ts'
import { dependenciesQuery, type DependencyTree } from '../versions/version.queries.ts'
import { ReferenceList, useUsers } from './reference-list.tsx'
import { useNames } from './use-names.ts'

/** The resources that use this workflow, and those that it uses. */
export function ReferencesDialog({ onClose }: { onClose: () => void }) {
  const t = useT('workflow-run')
  const { workflowId } = useEditor()
  const { users, error: failed } = useUsers()
  const needs = useQuery(dependenciesQuery(workflowId))
  const error = failed ?? needs.error
  return (
    <Dialog
      open
      size="md"
      title={t('references.title')}
      description={t('references.text')}
      onOpenChange={(open) => !open && onClose()}
    >
      <div className="flex flex-col gap-4 pb-2">
        {error && <ErrorPanel error={error} />}
        <section>
          <h3 className="mb-1 font-medium">{t('references.usedBy')}</h3>
          {users ? <ReferenceList users={users} /> : <Skeleton className="h-9" />}
        </section>
        <section>
          <h3 className="mb-1 font-medium">{t('references.needs')}</h3>
          {needs.data ? <NeedTree tree={needs.data} /> : <Skeleton className="h-9" />}
        </section>
      </div>
    </Dialog>
  )
}

interface Need {
  key: string
  kind: TileKind
  id: string
  name: string
  version: string
  level: number
  href?: string
}

function NeedTree({ tree }: { tree: DependencyTree }) {
  const t = useT('workflow-run')
  const { spaceId } = useEditor()
  const nameOf = useNames()
  const needs = needsOf(tree, spaceId, nameOf)
  if (needs.length === 0) return <p className="text-small text-mute">{t('references.nothing')}</p>
  return (
    <ul className="flex flex-col rounded-md border border-line">
      {needs.map((need) => (
        <li
          key={need.key}
          style={{ paddingLeft: 10 + need.level * 20 }}
          className="flex h-9 items-center gap-2 border-b border-line pr-2.5 last:border-b-0"
        >
          {need.level > 0 && <Icon of={ArrowDownRight} size={12} className="text-mute" />}
          <TypeTile kind={need.kind} size={20} />
          {need.href ? (
            <a
              href={need.href}
              target="_blank"
              rel="noreferrer"
              className="min-w-0 flex-1 truncate font-medium hover:underline"
            >
              {need.name}
            </a>
          ) : (
            <span className="min-w-0 flex-1 truncate font-medium">{need.name}</span>
          )}
          {need.kind === 'workflow' && <Tag mono>{need.version || t('versions.draft')}</Tag>}
        </li>
      ))}
    </ul>
  )
}

/** Flattens the tree of dependencies, root first; a workflow with several callers is listed under each of them. */
function needsOf(tree: DependencyTree, spaceId: string, nameOf: (kind: TileKind, id: string) => string): Need[] {
  const found: Need[] = []
  const walk = (id: string, version: string, level: number, above: readonly string[]) => {
    const node = tree.node_list.find((node) => node.id === id && node.workflow_version === version)
    if (!node || above.includes(id)) return
    const { dependency } = node
    const key = [...above, id].join('/')
    const plain = (kind: TileKind, ids: readonly string[]) =>
      ids.map((id) => ({ key: `${key}/${kind}${id}`, kind, id: id, name: nameOf(kind, id), version: '', level }))
    found.push(
      ...plain(
        'knowledge',
        dependency.knowledge_list.map((knowledge) => knowledge.id),
      ),
      ...plain(
        'database',
        dependency.table_list.map((table) => table.id),
      ),
      ...plain('plugin', dependency.plugin_ids),
    )
    for (const edge of tree.edge_list.filter((edge) => edge.from === id && edge.from_version === version)) {
      const called = tree.node_list.find((node) => node.id === edge.to)
      found.push({
        key: `${key}/${edge.to}`,
        kind: called?.is_chatflow ? 'chatflow' : 'workflow',
        id: edge.to,
        name: called?.name ?? edge.to,
        version: edge.to_version,
        level,
        href: workflowLink({ space_id: spaceId, workflow_id: edge.to }),
      })
      walk(edge.to, edge.to_version, level + 1, [...above, id])
    }
  }
  walk(tree.root_id, tree.version, 0, [])
  return found
}
