import { ModelFunction } from '@orrery/contract/shared/model-support'
import { Trash2 } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import { createUpload } from '#lib/upload.ts'
import { uploadErrorText } from '#lib/upload-error.ts'
import type { StoredFile } from '#lib/upload-kinds.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { ImageUpload } from '#ui/image-upload.tsx'
import { useEditor, useGroup } from '../../draft/draft-context.ts'
import { BackgroundLook } from './background-look.tsx'
import { SkillBlock } from './skill-block.tsx'

const largestKilobytes = 20 * 1024

/** The background picture of the chat. */
export function BackgroundBlock() {
  const t = useT('bot')
  const { isReadOnly } = useEditor()
  const [images, setImages] = useGroup('background_image_info_list')
  const shown = images[0]?.web_background_image
  const upload = async (file: File) => {
    const { result, error } = await createUpload<StoredFile>({ file, biz: 'background' }).start()
    if (!result) throw new Error(error && uploadErrorText(error))
    const { uri, url } = result
    const image = {
      image_uri: uri,
      image_url: url,
      origin_image_uri: uri,
      origin_image_url: url,
      theme_color: '',
    }
    setImages([{ web_background_image: image, mobile_background_image: image }])
  }
  /** Applies a change to both pictures, for wide and narrow screens. */
  const look = (change: Partial<NonNullable<typeof shown>>) =>
    setImages(
      images.map(({ web_background_image: web, mobile_background_image: mobile }) => ({
        web_background_image: web && { ...web, ...change },
        mobile_background_image: mobile && { ...mobile, ...change },
      })),
    )
  return (
    <SkillBlock
      tab="background_image"
      title={t('block.background_image')}
      hint={t('block.background_image.hint')}
      hasData={shown !== undefined}
      isForm
      needs={ModelFunction.backgroundImage}
      tools={
        shown &&
        !isReadOnly && (
          <IconButton icon={Trash2} kind="danger" label={t('background.remove')} onClick={() => setImages([])} />
        )
      }
    >
      <div className="px-4 pb-1">
        {shown?.image_url && (
          <img src={shown.image_url} alt={t('background.alt')} className="mb-2 h-28 w-full rounded-md object-cover" />
        )}
        <ImageUpload
          label={shown ? t('background.change') : t('background.upload')}
          onUpload={upload}
          maxKilobytes={largestKilobytes}
          note={t('background.note')}
          disabled={isReadOnly}
        />
        {shown && <BackgroundLook picture={shown} disabled={isReadOnly} onChange={look} />}
      </div>
    </SkillBlock>
  )
}
