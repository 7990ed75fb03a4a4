import { useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { EmptyState, NoMatch } from '#ui/empty-state.tsx'
import { FilterBar } from '#ui/filter-bar.tsx'
import { SearchInput } from '#ui/search-input.tsx'
import { type Column, NameCell, Table } from '#ui/table.tsx'
import { Tag } from '#ui/tag.tsx'
import { kindGlyph } from '#ui/type-tile.tsx'
import type { McpPoint, McpServer, McpTool } from '../mcp.queries.ts'
import { readSchema } from '../schema-fields.ts'
import { ToolSheet } from './tool-sheet.tsx'

/** The tools of a server. Opening one allows trying it. */
export function ToolsPanel({ server, point }: { server: McpServer; point: McpPoint | undefined }) {
  const t = useT('mcp')
  const [word, setWord] = useState('')
  const [open, setOpen] = useState('')
  const tools = point?.tools ?? []
  const wanted = word.trim().toLowerCase()
  const found = tools.filter((tool) => `${tool.name} ${tool.description}`.toLowerCase().includes(wanted))
  const chosen = tools.find((tool) => tool.name === open)
  const columns: Column<McpTool>[] = [
    {
      id: 'name',
      head: t('column.tool'),
      cell: (tool) => (
        <NameCell
          name={<span className="font-mono text-code">{tool.name}</span>}
          note={tool.description || t('noDescription')}
        />
      ),
    },
    {
      id: 'takes',
      head: t('column.takes'),
      width: 220,
      hideBelow: 'md',
      cell: (tool) => {
        const names = readSchema(tool.input_schema).map(({ name, isRequired }) => (isRequired ? `${name}*` : name))
        return (
          <span className="block truncate font-mono text-code text-mute">{names.join(', ') || t('takesNothing')}</span>
        )
      },
    },
    {
      id: 'effect',
      head: t('column.effect'),
      width: 150,
      cell: (tool) =>
        tool.read_only ? (
          <Tag>{t('effect.reads')}</Tag>
        ) : (
          <Tag tone="warn" title={t('effect.text')}>
            {t('effect.changes')}
          </Tag>
        ),
    },
  ]
  if (!point || tools.length === 0)
    return <EmptyState icon={kindGlyph('mcp')} title={t('tool.none')} text={t('tool.none.text')} />
  return (
    <div className="relative flex min-h-0 flex-1">
      <div className="flex min-w-0 flex-1 flex-col">
        <FilterBar search={<SearchInput slash value={word} onChange={setWord} placeholder={t('tool.search')} />}>
          {null}
        </FilterBar>
        <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
          {found.length === 0 ? (
            <NoMatch text={t('tool.noMatch', { word })} onClear={() => setWord('')} />
          ) : (
            <Table
              label={t('tab.tools')}
              columns={columns}
              rows={found}
              rowKey={(tool) => tool.name}
              rowName={(tool) => tool.name}
              onOpen={(tool) => setOpen(tool.name)}
            />
          )}
        </div>
      </div>
      {chosen && (
        <ToolSheet key={chosen.name} server={server} point={point} tool={chosen} onClose={() => setOpen('')} />
      )}
    </div>
  )
}
