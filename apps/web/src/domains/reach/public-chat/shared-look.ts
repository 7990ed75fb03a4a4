import { useSyncExternalStore } from 'react'
import { breakpoints } from '#lib/layout.ts'
import type { ChatBackgroundLook, ChatShortcut } from '#domains/chat/chat/index.ts'
import type { SharedBot } from './public-chat.queries.ts'

export const toShortcut = ({ icon_url: iconUrl, fields, ...rest }: SharedBot['shortcuts'][number]): ChatShortcut => ({
  ...rest,
  iconUrl,
  fields: fields.map(({ input_type: inputType, upload_options: uploadOptions, ...field }) => ({
    ...field,
    inputType,
    uploadOptions,
  })),
})

const narrow = () => matchMedia(`(max-width: ${breakpoints.sm}px)`)
const onResize = (listener: () => void) => {
  const list = narrow()
  list.addEventListener('change', listener)
  return () => list.removeEventListener('change', listener)
}

/** The background for the width of the page: phones have their own. */
export function useBackground({ background }: SharedBot): ChatBackgroundLook | undefined {
  const isNarrow = useSyncExternalStore(onResize, () => narrow().matches)
  const look = isNarrow ? (background.mobile ?? background.web) : (background.web ?? background.mobile)
  return look && { url: look.url, color: look.theme_color, fade: look.gradient_position, place: look.canvas_position }
}
