import { DocumentStatus } from '@orrery/contract/shared/knowledge-enums'
import {
  CalendarClock,
  Download,
  Ellipsis,
  ExternalLink,
  Pencil,
  Power,
  RefreshCw,
  Tags,
  Trash2,
  WandSparkles,
} from 'lucide-react'
import { useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { MenuItem, MenuLine } from '#ui/menu-items.tsx'
import { Menu } from '#ui/menu.tsx'
import { isBusy } from '../document-state.ts'
import type { KnowledgeDocument } from '../knowledge.queries.ts'
import type { DocumentActions } from '../use-document-actions.ts'
import { MetadataDialog, RenameDialog, ResegmentDialog, UpdateRuleDialog } from './document-dialogs.tsx'

interface DocumentMenuProps {
  document: KnowledgeDocument
  mayEdit: boolean
  actions: DocumentActions
  /** Tables and images have no segmentation rule. */
  isText?: boolean
}

export function DocumentMenu({ document, mayEdit, actions, isText = true }: DocumentMenuProps) {
  const t = useT('knowledge')
  const [open, setOpen] = useState<'rename' | 'resegment' | 'rule' | 'metadata' | null>(null)
  const busy = isBusy(document.status)
  const isOn = document.status !== DocumentStatus.disabled
  const dialog = { document, actions, onClose: () => setOpen(null) }
  return (
    <>
      {mayEdit && isText && (
        <IconButton
          icon={WandSparkles}
          label={t('resegment.open')}
          disabled={busy}
          onClick={() => setOpen('resegment')}
        />
      )}
      <Menu align="end" trigger={<IconButton icon={Ellipsis} label={t('document.more', { name: document.name })} />}>
        {mayEdit && (
          <>
            <MenuItem icon={Pencil} onClick={() => setOpen('rename')}>
              {t('document.rename')}
            </MenuItem>
            <MenuItem icon={Power} disabled={busy} onClick={() => actions.setOn(document, !isOn)}>
              {isOn ? t('document.off') : t('document.on')}
            </MenuItem>
            <MenuItem icon={Tags} onClick={() => setOpen('metadata')}>
              {t('metadata.title')}
            </MenuItem>
          </>
        )}
        {mayEdit && document.web_url && (
          <>
            <MenuItem icon={RefreshCw} disabled={busy} onClick={() => actions.refetch.mutate(document)}>
              {t('document.refetch')}
            </MenuItem>
            <MenuItem icon={CalendarClock} onClick={() => setOpen('rule')}>
              {t('rule.title')}
            </MenuItem>
          </>
        )}
        {document.web_url && (
          <MenuItem
            icon={ExternalLink}
            render={<a href={document.web_url} target="_blank" rel="noreferrer noopener" />}
          >
            {t('document.openPage')}
          </MenuItem>
        )}
        {document.preview_tos_url && (
          <MenuItem icon={Download} render={<a href={document.preview_tos_url} download={document.name} />}>
            {t('original.download')}
          </MenuItem>
        )}
        {mayEdit && (
          <>
            <MenuLine />
            <MenuItem icon={Trash2} danger onClick={() => void actions.remove(document)}>
              {t('document.delete.action')}
            </MenuItem>
          </>
        )}
      </Menu>
      {open === 'rename' && <RenameDialog {...dialog} />}
      {open === 'resegment' && <ResegmentDialog {...dialog} />}
      {open === 'rule' && <UpdateRuleDialog {...dialog} />}
      {open === 'metadata' && <MetadataDialog {...dialog} />}
    </>
  )
}
