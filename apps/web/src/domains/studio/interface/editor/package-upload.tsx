import { InterfaceChannel } from '@orrery/contract/shared/interface-limits'
import { useMutation } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { toast } from '#ui/toast-store.ts'
import { ChannelSwitch } from './channel-switch.tsx'

type Sent = Parameters<typeof api.componentPackage.upload>[0]
type Described = Pick<Sent, 'name' | 'title' | 'components'> & { version: string; description?: string }
const MANIFEST = 'package.json'

interface PackageUploadProps {
  /** What the package is for: pages for browsers or for phones. If undefined, the person chooses. */
  channel?: InterfaceChannel
  onUploaded: () => Promise<void>
}

/** Uploads the files of a package. Paths in a selected folder begin with its name, which is removed. */
export function PackageUpload({ channel: given, onUploaded }: PackageUploadProps) {
  const t = useT('interface')
  const { space_id: spaceId = '' } = useParams({ strict: false })
  const input = useRef<HTMLInputElement>(null)
  const [chosenChannel, chooseChannel] = useState<InterfaceChannel>(InterfaceChannel.web)
  const channel = given ?? chosenChannel
  const upload = useMutation({
    mutationFn: async (list: readonly File[]) => {
      const pathOf = (file: File) => file.webkitRelativePath.split('/').slice(1).join('/') || file.name
      const files = Object.fromEntries(
        await Promise.all(list.map(async (file) => [pathOf(file), await file.text()] as const)),
      )
      const { [MANIFEST]: manifest = '', ...sources } = files
      const { version, description = '', ...rest } = readManifest(manifest, t('packages.upload.bad'))
      const { component_info: info } = await api.componentPackage.upload({
        space_id: spaceId,
        name: rest.name,
        title: rest.title,
        components: rest.components,
        version_name: version,
        channel_id: channel,
        description,
        files: sources,
      })
      await onUploaded()
      toast.ok(t('packages.uploaded', { name: info.pkgName, version: info.version }))
    },
  })
  return (
    <section className="flex flex-col gap-2 border-t border-line pt-3" aria-label={t('packages.upload')}>
      <h3 className="font-medium">{t('packages.upload')}</h3>
      <p className="text-small text-mute">{t('packages.upload.text')}</p>
      {given === undefined && <ChannelSwitch value={channel} onChange={chooseChannel} />}
      {upload.error && <ErrorPanel error={upload.error} />}
      <Button
        size="sm"
        icon={Upload}
        busy={upload.isPending}
        className="self-start"
        onClick={() => input.current?.click()}
      >
        {t('packages.upload.choose')}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept=".ts,.tsx,.js,.jsx,.json"
        aria-label={t('packages.upload.choose')}
        onChange={(event) => {
          const chosen = [...(event.target.files ?? [])]
          event.target.value = ''
          if (chosen.length > 0) upload.mutate(chosen)
        }}
      />
    </section>
  )
}
function readManifest(text: string, fault: string): Described {
  try {
    const read = JSON.parse(text) as Partial<Described>
    if (read.name && read.version && read.title && Array.isArray(read.components)) return read as Described
  } catch {
    // The error is thrown below.
  }
  throw new Error(fault)
}
