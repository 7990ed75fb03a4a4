import { promptLabels } from '@orrery/contract/shared/prompt-enums'
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { GitCommitVertical, GitCompare, RotateCcw, Tag as TagIcon } from 'lucide-react'
import { useState } from 'react'
import { TextDiff } from '#domains/resources/prompt/index.ts'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { DateTime } from '#ui/date-time.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { MenuItem } from '#ui/menu-items.tsx'
import { Menu } from '#ui/menu.tsx'
import { PagedTable } from '#ui/paged-table.tsx'
import { Select } from '#ui/select.tsx'
import { SideSheet } from '#ui/side-sheet.tsx'
import type { Column } from '#ui/table.tsx'
import { Tag } from '#ui/tag.tsx'
import { asText, detailOf } from '../detail.ts'
import { draftQuery, type Prompt, refreshPrompts, versionQuery, versionsQuery } from '../prompts.queries.ts'

interface VersionsPanelProps {
  prompt: Prompt
  mayEdit: boolean
  onReverted: () => Promise<void>
}

/** The versions of a prompt: compare two, point labels to one, restore one. */
export function VersionsPanel({ prompt, mayEdit, onReverted }: VersionsPanelProps) {
  const t = useT('prompts')
  const query = useInfiniteQuery(versionsQuery(prompt.id))
  const versions = query.data?.pages.flatMap((page) => page.prompts) ?? []
  const [compared, setCompared] = useState('')
  const [reverted, setReverted] = useState('')
  const point = useMutation({
    mutationFn: (choice: { label: string; version: string }) =>
      api.promptManage.point({ prompt_id: prompt.id, ...choice }),
    onSuccess: refreshPrompts,
  })
  const labelsOf = (version: string) => (prompt.pointers ?? []).filter((pointer) => pointer.version === version)
  const columns: Column<Prompt>[] = [
    {
      id: 'version',
      head: t('list.version'),
      width: 220,
      cell: ({ version }) => (
        <span className="flex flex-wrap items-center gap-1.5">
          <b className="font-medium">{version}</b>
          {labelsOf(version).map(({ name }) => (
            <Tag key={name} tone="ok">
              {name}
            </Tag>
          ))}
        </span>
      ),
    },
    {
      id: 'note',
      head: t('versions.note'),
      cell: ({ publish_info: info }) =>
        info?.publish_description || <span className="text-mute">{t('versions.noNote')}</span>,
    },
    {
      id: 'by',
      head: t('versions.by'),
      width: 140,
      hideBelow: 'md',
      cell: ({ publish_info: info }) => info?.publisher_info?.name ?? '',
    },
    {
      id: 'at',
      head: t('versions.at'),
      width: 140,
      hideBelow: 'md',
      cell: ({ publish_info: info }) => <DateTime at={Number(info?.publish_tsms ?? 0)} className="text-mute" />,
    },
  ]
  return (
    <div className="flex min-h-0 flex-1">
      <div className="flex min-h-0 min-w-0 flex-1 flex-col">
        <PagedTable
          label={t('tab.versions')}
          query={query}
          failed={t('versions.failed')}
          empty={<EmptyState icon={GitCommitVertical} title={t('versions.none')} text={t('versions.noneText')} />}
          columns={columns}
          rows={versions}
          size="one"
          rowKey={({ version }) => version}
          rowName={({ version }) => version}
          onOpen={({ version }) => setCompared(version)}
          actions={({ version }) => (
            <>
              <IconButton
                size="sm"
                icon={GitCompare}
                label={t('versions.compare', { version })}
                onClick={() => setCompared(version)}
              />
              {mayEdit && (
                <>
                  <Menu trigger={<IconButton size="sm" icon={TagIcon} label={t('versions.label', { version })} />}>
                    {promptLabels.map((label) => (
                      <MenuItem key={label} onClick={() => point.mutate({ label, version })}>
                        {label}
                      </MenuItem>
                    ))}
                  </Menu>
                  <IconButton
                    size="sm"
                    icon={RotateCcw}
                    label={t('versions.revert', { version })}
                    onClick={() => setReverted(version)}
                  />
                </>
              )}
            </>
          )}
        />
      </div>
      {compared && (
        <DiffSheet
          key={compared}
          promptId={prompt.id}
          from={compared}
          versions={versions.map(({ version }) => version)}
          onClose={() => setCompared('')}
        />
      )}
      <ConfirmDialog
        open={reverted !== ''}
        onOpenChange={(open) => !open && setReverted('')}
        title={t('versions.revertTitle', { version: reverted })}
        text={t('versions.revertText')}
        action={t('versions.revertAction')}
        onConfirm={async () => {
          await api.promptManage.revert({ prompt_id: prompt.id, version: reverted })
          await onReverted()
        }}
      />
    </div>
  )
}

const draft = 'draft'
interface DiffSheetProps {
  promptId: string
  from: string
  versions: string[]
  onClose: () => void
}
/** Compares a version with the draft or with another version. */
function DiffSheet({ promptId, from, versions, onClose }: DiffSheetProps) {
  const t = useT('prompts')
  const [to, setTo] = useState(draft)
  const { data: before } = useQuery(versionQuery(promptId, from))
  const { data: version } = useQuery(versionQuery(promptId, to === draft ? '' : to))
  const { data: mine } = useQuery(draftQuery(promptId))
  const after = to === draft ? mine : version
  return (
    <SideSheet kind="prompt-diff" title={t('versions.compare', { version: from })} width={520} onClose={onClose}>
      <div className="flex flex-col gap-3 p-4">
        <Select
          prefix={t('versions.with')}
          value={to}
          onChange={setTo}
          items={[
            { value: draft, label: t('try.draft') },
            ...versions.filter((one) => one !== from).map((one) => ({ value: one, label: one })),
          ]}
        />
        {before && after && <TextDiff before={asText(detailOf(before))} after={asText(detailOf(after))} />}
      </div>
    </SideSheet>
  )
}
