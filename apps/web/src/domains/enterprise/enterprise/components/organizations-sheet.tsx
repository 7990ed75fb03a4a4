import { useMutation, useQuery } from '@tanstack/react-query'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import type { TreeNode } from '#lib/tree.ts'
import { confirm } from '#ui/confirm-host.tsx'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { SheetSection, SideSheet } from '#ui/side-sheet.tsx'
import { Tree } from '#ui/tree.tsx'
import { type Organization, organizationsQuery, refreshEnterprise, useEnterprise } from '../enterprise.queries.ts'

interface Editing {
  /** Absent: a new organisation is created below `parentId`. */
  of?: Organization
  parentId: string
}
const isRoot = (one: Organization) => one.parent_id === '' || one.parent_id === '0'

function treeOf(all: readonly Organization[], parent?: string): TreeNode<Organization>[] {
  return all
    .filter((one) => (parent === undefined ? isRoot(one) : one.parent_id === parent))
    .map((data) => {
      const children = treeOf(all, data.organization_id)
      return { id: data.organization_id, data, ...(children.length && { children }) }
    })
}

/** The organisations of an enterprise as a tree, managed by a directory or by people. */
export function OrganizationsSheet({ onClose }: { onClose: () => void }) {
  const t = useT('enterprise')
  const { enterprise_id } = useEnterprise()
  const { data: all = [] } = useQuery(organizationsQuery(enterprise_id))
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  const [editing, setEditing] = useState<Editing>()
  const ids = all.map((one) => one.organization_id)
  const remove = (one: Organization) =>
    void confirm({
      title: t('organizations.deleteTitle', { name: one.name }),
      text: t('organizations.deleteText', { count: one.people }),
      action: t('organizations.delete'),
      danger: true,
      onConfirm: async () => {
        await api.enterpriseGroups.removeOrganization({ enterprise_id, organization_id: one.organization_id })
        await refreshEnterprise(enterprise_id)
      },
    })
  return (
    <SideSheet
      kind="organizations"
      place="over"
      width={440}
      title={t('organizations.title')}
      caption={t('organizations.text')}
      onClose={onClose}
    >
      <SheetSection>
        <Tree
          label={t('organizations.title')}
          nodes={treeOf(all)}
          open={new Set(ids.filter((id) => !folded.has(id)))}
          onOpenChange={(open) => setFolded(new Set(ids.filter((id) => !open.has(id))))}
          row={(one) => ({
            label: one.name,
            strong: isRoot(one),
            after: <span className="text-small text-mute">{t('organizations.people', { count: one.people })}</span>,
            actions: (
              <>
                <IconButton
                  size="sm"
                  icon={Plus}
                  label={t('organizations.addBelow', { name: one.name })}
                  onClick={() => setEditing({ parentId: one.organization_id })}
                />
                {!isRoot(one) && (
                  <>
                    <IconButton
                      size="sm"
                      icon={Pencil}
                      label={t('organizations.editOf', { name: one.name })}
                      onClick={() => setEditing({ of: one, parentId: one.parent_id })}
                    />
                    <IconButton
                      size="sm"
                      icon={Trash2}
                      label={t('organizations.deleteOf', { name: one.name })}
                      onClick={() => remove(one)}
                    />
                  </>
                )}
              </>
            ),
          })}
        />
      </SheetSection>
      {editing && <OrganizationDialog editing={editing} all={all} onClose={() => setEditing(undefined)} />}
    </SideSheet>
  )
}

interface OrganizationDialogProps {
  editing: Editing
  all: readonly Organization[]
  onClose: () => void
}

function OrganizationDialog({ editing, all, onClose }: OrganizationDialogProps) {
  const t = useT('enterprise')
  const { enterprise_id } = useEnterprise()
  const [name, setName] = useState(editing.of?.name ?? '')
  const [parent_id, setParent] = useState(editing.parentId)
  const save = useMutation({
    mutationFn: async () => {
      const { of: one } = editing
      if (one) {
        const change = { name: name.trim(), parent_id }
        await api.enterpriseGroups.updateOrganization({
          enterprise_id,
          organization_id: one.organization_id,
          ...change,
        })
      } else await api.enterpriseGroups.createOrganization({ enterprise_id, parent_id, name: name.trim() })
    },
    onSuccess: async () => {
      await refreshEnterprise(enterprise_id)
      onClose()
    },
  })
  const title = editing.of ? t('organizations.edit') : t('organizations.add')
  return (
    <FormDialog
      title={title}
      isReady={name.trim() !== ''}
      isDirty={name !== (editing.of?.name ?? '')}
      call={save}
      action={editing.of ? t('settings.save') : title}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <Field label={t('organizations.name')} required>
        <Input value={name} limit={100} autoComplete="off" onChange={(event) => setName(event.target.value)} />
      </Field>
      <Field label={t('organizations.above')}>
        <Select
          items={all
            .filter((one) => one.organization_id !== editing.of?.organization_id)
            .map((one) => ({ value: one.organization_id, label: one.name }))}
          value={parent_id}
          onChange={setParent}
        />
      </Field>
    </FormDialog>
  )
}
