import { AuthType, CreationMethod } from '@orrery/contract/shared/plugin-enums'
import { useQuery } from '@tanstack/react-query'
import { useT } from '#lib/i18n.ts'
import { ListingTag } from '#ui/listing-tag.tsx'
import { Tag } from '#ui/tag.tsx'
import { changesQuery, type PluginInfo } from '../plugin.queries.ts'

interface PluginTagsProps {
  pluginId: string
  info: PluginInfo
  isForeign: boolean
  mayEdit: boolean
}

/** The state, kind and authentication of a plugin as tags. */
export function PluginTags({ pluginId, info, isForeign, mayEdit }: PluginTagsProps) {
  const t = useT('plugin')
  const changes = useQuery({ ...changesQuery(pluginId), enabled: !isForeign && info.published }).data
  const isPending =
    changes !== undefined &&
    changes.created_api_names.length + changes.deleted_api_names.length + changes.updated_api_names.length > 0
  const [auth] = info.meta_info.auth_type
  if (isForeign)
    return (
      <>
        {info.is_official ? <Tag tone="brand">{t('state.official')}</Tag> : <Tag tone="info">MCP</Tag>}
        <Tag>{t('viewOnly')}</Tag>
      </>
    )
  return (
    <>
      {info.published ? (
        <Tag mono tone="ok">
          {info.version_name}
        </Tag>
      ) : (
        <Tag tone="warn">{t('state.draft')}</Tag>
      )}
      <ListingTag status={info.plugin_product_status} />
      {isPending && <Tag tone="brand">{t('state.pending')}</Tag>}
      {info.creation_method === CreationMethod.ide && (
        <Tag>{info.ide_code_runtime === '2' ? 'Python' : 'JavaScript'}</Tag>
      )}
      {auth === AuthType.service && <Tag>{t('auth.service')}</Tag>}
      {auth === AuthType.oauth && <Tag>OAuth</Tag>}
      {!mayEdit && <Tag>{t('viewOnly')}</Tag>}
    </>
  )
}
