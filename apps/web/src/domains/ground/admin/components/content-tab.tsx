import type { ContentRule } from '@orrery/contract'
import { useState } from 'react'
import { Pencil, Plus, ShieldCheck, Trash2 } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { confirm } from '#ui/confirm-host.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { FailedPage } from '#ui/page-state.tsx'
import { SettingsPage } from '#ui/settings-page.tsx'
import { SettingsSection } from '#ui/settings-section.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { type Column, Table } from '#ui/table.tsx'
import { toast } from '#ui/toast-store.ts'
import { useContentRules } from '../use-content-rules.ts'
import { ContentHookForm } from './content-hook-form.tsx'
import { ContentRuleDialog } from './content-rule-dialog.tsx'
import { ContentTrial } from './content-trial.tsx'

/** What people of this instance may not write: words, an external check, and a form to test both. */
export function ContentTab() {
  const t = useT('admin')
  const { query, save } = useContentRules()
  const [editing, setEditing] = useState<number>()
  if (query.isError) return <FailedPage error={query.error} onRetry={() => void query.refetch()} />
  const settings = query.data
  const rules = settings?.rules ?? []
  const put = (rule: ContentRule, at: number) =>
    save.mutateAsync({ rules: at < rules.length ? rules.with(at, rule) : [...rules, rule] })
  const remove = (rule: ContentRule) =>
    confirm({
      title: t('content.removeTitle', { text: rule.text }),
      text: t('content.removeText'),
      action: t('content.removeAction'),
      danger: true,
      onConfirm: async () => {
        await save.mutateAsync({ rules: rules.filter((other) => other !== rule) })
        toast.ok(t('content.removed'))
      },
    })
  return (
    <SettingsPage>
      <SettingsSection title={t('content.rules')} text={t('content.rulesText')}>
        <div className="flex flex-col items-start gap-3">
          {!settings ? (
            <Skeleton className="h-24 w-full" />
          ) : rules.length === 0 ? (
            <EmptyState icon={ShieldCheck} title={t('content.none')} text={t('content.noneText')} />
          ) : (
            <RuleTable rules={rules} onEdit={setEditing} onRemove={(rule) => void remove(rule)} />
          )}
          <Button icon={Plus} disabled={!settings} onClick={() => setEditing(rules.length)}>
            {t('content.add')}
          </Button>
        </div>
      </SettingsSection>
      <SettingsSection title={t('content.try')} text={t('content.tryText')}>
        <ContentTrial />
      </SettingsSection>
      <SettingsSection title={t('content.hook')} text={t('content.hookText')}>
        {settings ? <ContentHookForm settings={settings} /> : <Skeleton className="h-16" />}
      </SettingsSection>
      {editing !== undefined && (
        <ContentRuleDialog
          rule={rules[editing]}
          onSave={(rule) => put(rule, editing)}
          onClose={() => setEditing(undefined)}
        />
      )}
    </SettingsPage>
  )
}

interface RuleTableProps {
  rules: readonly ContentRule[]
  onEdit: (at: number) => void
  onRemove: (rule: ContentRule) => void
}

function RuleTable({ rules, onEdit, onRemove }: RuleTableProps) {
  const t = useT('admin')
  const columns: Column<ContentRule>[] = [
    { id: 'text', head: t('content.text'), cell: (rule) => <code>{rule.text}</code> },
    {
      id: 'where',
      head: t('content.where'),
      width: 220,
      hideBelow: 'md',
      cell: ({ scopes }) => (
        <span className="whitespace-normal">
          {scopes.length === 0
            ? t('content.everywhere')
            : scopes.map((scope) => t(`content.scope.${scope}`)).join(t('content.comma'))}
        </span>
      ),
    },
    {
      id: 'act',
      head: t('content.act'),
      hideHead: true,
      width: 90,
      align: 'end',
      cell: (rule) => (
        <span className="inline-flex gap-1">
          <IconButton
            icon={Pencil}
            label={t('content.edit', { text: rule.text })}
            onClick={() => onEdit(rules.indexOf(rule))}
          />
          <IconButton
            kind="danger"
            icon={Trash2}
            label={t('content.remove', { text: rule.text })}
            onClick={() => onRemove(rule)}
          />
        </span>
      ),
    },
  ]
  return (
    <Table
      label={t('content.rules')}
      size="one"
      columns={columns}
      rows={rules}
      rowKey={(rule) => String(rules.indexOf(rule))}
      rowName={(rule) => rule.text}
    />
  )
}
