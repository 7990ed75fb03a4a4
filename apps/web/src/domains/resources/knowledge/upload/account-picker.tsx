import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, FileText, Folder, HardDrive, Plus } from 'lucide-react'
import { useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Icon } from '#ui/icon.tsx'
import { SearchInput } from '#ui/search-input.tsx'
import { Select } from '#ui/select.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { AccountDialog } from '../accounts/account-dialog.tsx'
import { accountsQuery, filesQuery, isFolder, type RemoteNode } from '../accounts/account.queries.ts'
import { accepts, type BaseFormat } from '../base-format.ts'
import type { AccountFiles } from './use-account-files.ts'

const row = 'flex min-h-10 items-center gap-3 border-b border-line px-4 py-2 last:border-b-0'
const fits = (node: RemoteNode, format: BaseFormat) =>
  accepts[format].split(',').some((ending) => node.file_name.toLowerCase().endsWith(ending.trim()))

/** Selects files of a connected account, by folder or by name. */
export function AccountPicker({ files, format }: { files: AccountFiles; format: BaseFormat }) {
  const t = useT('knowledge')
  const accounts = useQuery(accountsQuery)
  const own = accounts.data?.filter((account) => account.kind === 'webdav')
  const [chosen, setChosen] = useState('')
  const [isConnecting, setConnecting] = useState(false)
  const [path, setPath] = useState<readonly RemoteNode[]>([])
  const [word, setWord] = useState('')
  const authId = own?.find((account) => account.auth_id === chosen)?.auth_id ?? own?.[0]?.auth_id ?? ''
  const listed = useQuery(filesQuery(authId, path.at(-1)?.file_id ?? '', word.trim()))
  const usable = listed.data?.filter((node) => !isFolder(node) && fits(node, format)) ?? []
  const areAll = usable.length > 0 && usable.every((node) => files.isPicked(node.file_id))
  const open = (next: readonly RemoteNode[]) => {
    setPath(next)
    setWord('')
  }
  const dialog = isConnecting && (
    <AccountDialog
      onClose={() => setConnecting(false)}
      onSaved={(id) => {
        setChosen(id)
        open([])
      }}
    />
  )
  const connect = (
    <Button icon={Plus} onClick={() => setConnecting(true)}>
      {t('accounts.connect')}
    </Button>
  )
  if (accounts.error) return <ErrorPanel error={accounts.error} />
  if (!own) return <Skeleton className="h-32" />
  if (own.length === 0)
    return (
      <div className="flex h-80 flex-col rounded-lg border border-line bg-card">
        <EmptyState icon={HardDrive} title={t('accounts.empty')} text={t('accounts.emptyText')} action={connect} />
        {dialog}
      </div>
    )
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-center gap-2">
        <Select
          label={t('accounts.account')}
          value={authId}
          onChange={(id) => {
            setChosen(id)
            open([])
          }}
          items={own.map((account) => ({ value: account.auth_id, label: account.name, description: account.address }))}
          className="w-56"
        />
        <SearchInput value={word} onChange={setWord} placeholder={t('accounts.search')} className="flex-1" />
        {connect}
      </div>
      {path.length > 0 && !word && (
        <div className="flex items-center gap-2">
          <Button size="sm" kind="ghost" icon={ChevronLeft} onClick={() => open(path.slice(0, -1))}>
            {t('accounts.up')}
          </Button>
          <span className="min-w-0 truncate text-small text-mute">
            {path.map((folder) => folder.file_name).join(' / ')}
          </span>
        </div>
      )}
      {listed.error ? (
        <ErrorPanel error={listed.error} />
      ) : !listed.data ? (
        <Skeleton className="h-32" />
      ) : listed.data.length === 0 ? (
        <p className="rounded-lg border border-line bg-card p-4 text-mute">{t('accounts.noFiles')}</p>
      ) : (
        <ul aria-label={t('accounts.files')} className="rounded-lg border border-line bg-card">
          {usable.length > 1 && (
            <li className={row}>
              <Checkbox checked={areAll} onChange={(on) => files.pick(usable, on)}>
                {t('accounts.all', { count: usable.length })}
              </Checkbox>
            </li>
          )}
          {listed.data.map((node) => (
            <li key={node.file_id} className={row}>
              {isFolder(node) ? (
                <Button kind="ghost" icon={Folder} className="-ml-3" onClick={() => open([...path, node])}>
                  {node.file_name}
                </Button>
              ) : (
                <Checkbox
                  checked={files.isPicked(node.file_id)}
                  disabled={!fits(node, format)}
                  onChange={(on) => files.pick([node], on)}
                >
                  <span className="flex items-center gap-2">
                    <Icon of={FileText} className="text-mute" />
                    {node.file_name}
                  </span>
                </Checkbox>
              )}
            </li>
          ))}
        </ul>
      )}
      <p role="status" className="text-small text-mute">
        {t('accounts.picked', { count: files.picked.length })}
      </p>
      {dialog}
    </div>
  )
}
